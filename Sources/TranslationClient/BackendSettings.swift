public import VoiceTranslatorCore

extension Backends {
  /// How one backend is configured, checked.
  public struct Settings: Sendable {
    /// The name under which the configuration knows it; errors name it so.
    public var name: String
    /// The base URLs, used in turn; none: the kind's usual one. For the engine what the `Host` header says.
    public var urls: [String]
    /// The engine's socket.
    public var unixSocket: String?
    /// The key, if it needs one.
    public var key: Secret?
    /// An engine that is being started is waited for so long.
    public var patience = Duration.zero
    /// The part of the host's name that says where it is (Azure).
    public var region: String?
    /// Certificates and proxy.
    public var connection = ConnectionOptions()
    /// How long each stage may take.
    public var limits: [Stage: TimeLimits] = [:]
    /// When a failed request is sent again.
    public var retries = RetryPolicy()
    /// What counts for recognising.
    public var recognize = StageSettings()
    /// What counts for translating.
    public var translate = StageSettings()
    /// What counts for speaking.
    public var speak = StageSettings()
    /// What counts for all at once.
    public var interpret = StageSettings()

    /// Settings with the usual models.
    public init(name: String, urls: [String], unixSocket: String? = nil, key: Secret? = nil) {
      self.name = name
      self.urls = urls
      self.unixSocket = unixSocket
      self.key = key
    }

    func service(
      _ client: HTTPClient, default url: String? = nil, _ authorization: Authorization = .bearer
    ) -> Service {
      Service(
        client: client, backend: name, bases: urls.isEmpty ? [url].compactMap { $0 } : urls,
        unixSocket: unixSocket, key: key, authorization: authorization, retries: retries, limits: limits,
        connection: connection
      )
    }
  }

  /// Settings of one stage. What a kind doesn't know it ignores.
  public struct StageSettings: Sendable {
    /// The model; nil: the kind's usual one.
    public var model: String?
    /// The voice for languages that the user named none for.
    public var voice: String?
    /// Ask for partial text.
    public var streams = false
    /// Upload while the user speaks.
    public var uploadsLive = false
    /// Translate over `/responses` instead of `/chat/completions`.
    public var usesResponses = false
    /// `natural`, `formal` or `informal`.
    public var register = "natural"
    /// How many earlier turns are given along.
    public var contextLimit = 0
    /// Ask for the answer as a JSON object.
    public var isStructured = false
    /// How the service of a `custom` backend is asked; nil: it doesn't do this stage.
    public var template: ServiceTemplate?

    /// The usual settings.
    public init() {}
  }
}
