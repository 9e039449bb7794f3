import Testing

@testable import VoiceTranslatorCore

@Suite struct TurnProgressTests {
  private let request = TurnRequest(source: .detect([]), targets: [.spanish, .english])

  private func progress(_ outputs: TurnOutput..., failedAt stage: Stage?? = nil) -> TurnProgress {
    var progress = TurnProgress()
    for output in outputs { progress.take(output) }
    progress.ended(failedAt: stage)
    return progress
  }

  private let heard = TurnOutput.recognized(Hypothesis(text: "Hola", isFinal: true))
  private func translated(_ target: LanguageTag, doubt: String? = nil) -> TurnOutput {
    .translated(Translation(target: target, text: "x-\(target)", doubt: doubt))
  }

  @Test func `a turn that failed while it was heard begins anew`() {
    for stage in [Stage.recognize, nil] {
      let steps = progress(heard, translated(.spanish), failedAt: .some(stage)).steps(for: request)
      #expect(steps == [TurnProgress.Step(entry: .recording, request: request)])
    }
  }

  @Test func `what was heard isn't recognised again, and the detected language counts`() {
    let steps = progress(.detected(.english, probability: 1), heard, failedAt: .translate).steps(for: request)
    #expect(steps.map(\.entry) == [.heard("Hola")])
    #expect(steps[0].request.source == .tag(.english))
    #expect(steps[0].request.targets == [.spanish, .english])
  }

  @Test func `only what was neither translated nor spoken is left`() {
    let speech = TurnOutput.speech(SpeechChunk(target: .spanish, bytes: [1]))
    let problem = TurnOutput.problem(StageProblem(stage: .translate, target: .english, message: "no"))
    let one = progress(heard, translated(.spanish), speech, problem)
    #expect(one.steps(for: request).map(\.entry) == [.heard("Hola")])
    #expect(one.steps(for: request)[0].request.targets == [.english])
    let two = progress(heard, translated(.spanish), translated(.english), failedAt: .speak)
    #expect(two.steps(for: request).map(\.entry) == [.translation("x-es"), .translation("x-en")])
    #expect(two.stage(of: request) == .speak)
  }

  @Test func `what was spoken, or is doubtful, is not spoken again`() {
    let speech = TurnOutput.speech(SpeechChunk(target: .spanish, bytes: [1]))
    let all = progress(heard, translated(.spanish), speech, translated(.english, doubt: "it is in French"))
    #expect(all.steps(for: request).isEmpty)
    #expect(all.stage(of: request) == nil)
  }

  @Test func `a translation that broke off is none`() {
    let half = TurnOutput.translated(Translation(target: .spanish, text: "Bue", isFinal: false))
    #expect(progress(heard, half, failedAt: .translate).translations.isEmpty)
    #expect(progress(heard, half).translations.isEmpty)
  }
}
