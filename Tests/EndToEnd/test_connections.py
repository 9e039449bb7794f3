"""Certificates, proxies, redirects and keys, with real servers on loopback; and services by configuration alone."""

from __future__ import annotations

import base64
import gzip
import json
import ssl
import socket
import subprocess
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from peers import free_port
from program import SPEECH
from scripted_server import Reply, ScriptedServer
from vendor_services import HEARD, TRANSLATION, every, reply

RECORDING = SPEECH / "en-pico_en-US-00.wav"
KEY = "sk-canary-4711"


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An authority, a server of its for 127.0.0.1, and a client of its."""
    folder = tmp_path_factory.mktemp("tls")

    def openssl(*words: str) -> None:
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)
    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2",
            "-subj", "/CN=Test authority")
    (folder / "san").write_text("subjectAltName=IP:127.0.0.1")
    for name, extra in (("server", ["-extfile", "san"]), ("client", [])):
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2",
                "-out", f"{name}.pem", *extra)
    return folder


def translate(binary: Path, env: dict[str, str], tmp_path: Path, url: str, settings: str = "", **variables: str
              ) -> subprocess.CompletedProcess[str]:
    """One turn with one OpenAI-compatible backend."""
    config = tmp_path / "config.toml"
    config.write_text(f'backend = "x"\n[backends.x]\nkind = "openai"\nurl = "{url}/v1"\n{settings}\n')
    command = [binary, "translate", RECORDING, "--config", config, "--from", "en", "--to", "es"]
    return subprocess.run(command, env=env | variables, capture_output=True, text=True, check=False, timeout=60)


def wait_listening(port: int) -> None:
    """Waits until something listens on a port of loopback."""
    end = time.monotonic() + 20
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.05)


def services(**options) -> ScriptedServer:
    return ScriptedServer(every(b"mp3", RECORDING.read_bytes()), **options)


def test_an_authority_of_ones_own_is_trusted_when_it_is_named(binary, engine_env, tmp_path, certificates) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates / "server.pem", certificates / "server.key")
    with services(tls=context) as server:
        refused = translate(binary, engine_env, tmp_path, server.url)
        assert refused.returncode == 1 and "isn't trusted" in refused.stderr and "ca_file" in refused.stderr
        assert server.requests == []
        done = translate(binary, engine_env, tmp_path, server.url, f'ca_file = "{certificates}/ca.pem"')
    assert (done.returncode, done.stdout) == (0, f"{HEARD}\n{TRANSLATION}\n"), done.stderr


def test_a_client_certificate_is_shown(binary, engine_env, tmp_path, certificates) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificates / "server.pem", certificates / "server.key")
    context.load_verify_locations(certificates / "ca.pem")
    context.verify_mode = ssl.CERT_REQUIRED
    authority = f'ca_file = "{certificates}/ca.pem"\n'
    with services(tls=context) as server:
        assert translate(binary, engine_env, tmp_path, server.url, authority).returncode == 1
        shown = f'client_certificate = "{certificates}/client.pem"\nclient_key = "{certificates}/client.key"'
        done = translate(binary, engine_env, tmp_path, server.url, authority + shown)
    assert done.returncode == 0, done.stderr


def test_http_2_is_spoken_where_it_is_offered(binary, engine_env, tmp_path, certificates) -> None:
    """HAProxy speaks it in front of a server that doesn't, and says what it was spoken to in."""
    both = tmp_path / "both.pem"
    both.write_text((certificates / "server.pem").read_text() + (certificates / "server.key").read_text())
    port = free_port()
    with services() as server:
        (tmp_path / "haproxy.cfg").write_text(f"""
defaults
  mode http
  timeout client 30s
  timeout connect 5s
  timeout server 30s
listen front
  bind 127.0.0.1:{port} ssl crt {both} alpn h2,http/1.1
  http-request set-header X-Version %[req.ver]
  server behind {server.url.removeprefix("http://")}
""")
        front = subprocess.Popen(["/usr/sbin/haproxy", "-db", "-f", str(tmp_path / "haproxy.cfg")])
        try:
            wait_listening(port)
            done = translate(binary, engine_env, tmp_path, f"https://127.0.0.1:{port}",
                             f'ca_file = "{certificates}/ca.pem"')
        finally:
            front.kill()
            front.wait()
    assert (done.returncode, done.stdout) == (0, f"{HEARD}\n{TRANSLATION}\n"), done.stderr
    assert {request.headers["x-version"] for request in server.requests if request.method == "POST"} == {"2.0"}


class Proxy(BaseHTTPRequestHandler):
    """A proxy that answers itself, so that nothing has to be resolved."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def do_POST(self) -> None:
        """Answers a transcription for a host that there isn't."""
        self.server.seen.append(self.path)
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b'{"text": ""}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def test_a_proxy_is_used_and_no_proxy_is_heeded(binary, engine_env, tmp_path) -> None:
    proxy = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    proxy.seen = []
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    place = f"http://127.0.0.1:{proxy.server_port}"
    try:
        url, whole = "http://speech.invalid", "recognize = { live_upload = false }\n"
        assert translate(binary, engine_env, tmp_path, url, whole, http_proxy=place).returncode == 3
        assert proxy.seen == [f"{url}/v1/audio/transcriptions"]
        assert translate(binary, engine_env, tmp_path, url, f'{whole}proxy = "{place}"').returncode == 3
        assert len(proxy.seen) == 2
        with services() as server:
            done = translate(binary, engine_env, tmp_path, server.url, http_proxy=place, no_proxy="127.0.0.1")
        assert done.returncode == 0 and len(proxy.seen) == 2
    finally:
        proxy.shutdown()
        proxy.server_close()


def test_a_redirect_elsewhere_gets_neither_words_nor_key(binary, engine_env, tmp_path) -> None:
    with services() as other:
        answers = {("POST", "/v1/audio/transcriptions"):
                   lambda _: Reply(b"", status=307, headers={"Location": f"{other.url}/v1/audio/transcriptions"})}
        with ScriptedServer(answers) as server:
            done = translate(binary, engine_env, tmp_path, server.url, 'key_env = "KEY"', KEY=KEY)
        assert done.returncode == 1 and "sends the caller elsewhere" in done.stderr
        assert other.requests == []


def test_compressed_answers_are_read(binary, engine_env, tmp_path) -> None:
    body = gzip.compress(json.dumps({"text": HEARD}).encode())
    answers = every(b"mp3", b"") | {("POST", "/v1/audio/transcriptions"):
                                    lambda _: Reply(body, headers={"Content-Encoding": "gzip"})}
    with ScriptedServer(answers) as server:
        assert translate(binary, engine_env, tmp_path, server.url).stdout.startswith(HEARD)


def test_a_key_comes_from_a_file_or_a_command_and_goes_nowhere_else(binary, engine_env, tmp_path) -> None:
    file = tmp_path / "key"
    file.write_text(f"{KEY}\n")
    file.chmod(0o644)
    with services() as server:
        refused = translate(binary, engine_env, tmp_path, server.url, f'key_file = "{file}"')
        assert refused.returncode == 2 and f"Run chmod 600 {file}." in refused.stderr and server.requests == []
        file.chmod(0o600)
        environment = tmp_path / "environment"
        for setting in (f'key_file = "{file}"', f'key_command = "env > {environment}; cat {file}"'):
            assert translate(binary, engine_env, tmp_path, server.url, setting, KEY=KEY).returncode == 0
        assert all(request.headers["authorization"] == f"Bearer {KEY}" for request in server.requests)
        failed = translate(binary, engine_env, tmp_path, server.url, 'key_command = "exit 3"')
        assert failed.returncode == 2 and "key_command" in failed.stderr
    assert environment.exists()


def test_offline_asks_nobody(binary, engine_env, tmp_path) -> None:
    with services() as server:
        config = tmp_path / "config.toml"
        config.write_text(f'backend = "x"\n[backends.x]\nkind = "openai"\nurl = "{server.url}/v1"\n'
                          f'[backends.engine]\nkind = "engine"\nurl = "{server.url}"\n')
        done = subprocess.run([binary, "translate", RECORDING, "--config", config, "--from", "en", "--to", "es", "--offline"],
                              env=engine_env, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 2 and "only the built-in engine" in done.stderr
        assert server.requests == []


def custom(binary: Path, env: dict[str, str], tmp_path: Path, config: str, *options: str) -> subprocess.CompletedProcess[str]:
    path = tmp_path / "config.toml"
    path.write_text(config)
    command = [binary, "translate", RECORDING, "--config", path, "--from", "en", "--to", "es", *options]
    return subprocess.run(command, env=env | {"KEY": KEY}, capture_output=True, text=True, check=False, timeout=90)


def test_a_callable_cloud_function_by_configuration_alone(binary, engine_env, tmp_path) -> None:
    answer = {"result": {"message": TRANSLATION, "audio": base64.b64encode(b"ID3 speech").decode()}}
    silent = {"result": {"message": TRANSLATION, "audio": None}}
    answers = every(b"mp3", b"") | {
        ("POST", "/translate"): lambda request: reply(answer if request.json["data"]["readOutLoud"] else silent)}
    with ScriptedServer(answers) as server:
        config = f'''backend = "function"
[backends.function]
kind = "custom"
url = "{server.url}"
key_env = "KEY"
[backends.function.recognize]
path = "/v1/audio/transcriptions"
form = {{ model = "whisper-1" }}
file = "file"
text = "/text"
[backends.function.interpret]
path = "/translate"
input = "text"
body = '{{"data": {{"text": "{{text}}", "readOutLoud": "{{speech}}"}}}}'
text = "/result/message"
audio = "/result/audio"
error = "/error"
'''
        done = custom(binary, engine_env, tmp_path, config, "--speak", str(tmp_path / "out.mp3"))
        assert (done.returncode, done.stdout) == (0, f"{HEARD}\n{TRANSLATION}\n"), done.stderr
        assert (tmp_path / "out.mp3").read_bytes() == b"ID3 speech"
        asked = [request for request in server.requests if request.path == "/translate"]
        assert asked[0].json == {"data": {"text": HEARD, "readOutLoud": True}}
        assert custom(binary, engine_env, tmp_path, config).returncode == 0
        assert [request for request in server.requests if request.path == "/translate"][1].json["data"]["readOutLoud"] is False


def test_one_endpoint_that_takes_a_recording_by_configuration_alone(binary, engine_env, tmp_path) -> None:
    answer = {"heard": HEARD, "text": TRANSLATION, "mp3": base64.b64encode(b"ID3 speech").decode()}
    with ScriptedServer({("POST", "/interpret"): lambda _: reply(answer)}) as server:
        config = f'''backend = "one"
[backends.one]
kind = "custom"
url = "{server.url}"
key_env = "KEY"
[backends.one.interpret]
path = "/interpret?to={{to}}"
headers = {{ "X-Api-Key" = "{{key}}" }}
heard = "/heard"
text = "/text"
audio = "/mp3"
'''
        done = custom(binary, engine_env, tmp_path, config, "--speak", str(tmp_path / "out.mp3"))
        assert (done.returncode, done.stdout) == (0, f"{HEARD}\n{TRANSLATION}\n"), done.stderr
        (request,) = server.requests
    assert (tmp_path / "out.mp3").read_bytes() == b"ID3 speech"
    assert request.target == "/interpret?to=es" and request.headers["content-type"] == "audio/wav"
    assert request.headers["x-api-key"] == KEY and "authorization" not in request.headers


@pytest.mark.parametrize(("settings", "words"), [
    ('[backends.x.translate]\nbody = "{"', "'backends.x.translate.body' is no JSON"),
    ('[backends.x.translate]\ntext = "text"', "'backends.x.translate.text' is no JSON pointer"),
    ("", "so are the other stages"),
])
def test_a_wrong_template_is_named(binary, engine_env, tmp_path, settings: str, words: str) -> None:
    config = f'backend = "x"\n[backends.x]\nkind = "custom"\nurl = "http://127.0.0.1:9"\n{settings}\n'
    done = custom(binary, engine_env, tmp_path, config)
    assert done.returncode == 2 and words in done.stderr


def test_neither_key_nor_words_are_left_anywhere(binary, engine_env, home: Path, tmp_path) -> None:
    with services() as server:
        for url in (server.url, "http://127.0.0.1:9"):
            done = translate(binary, engine_env | {"VOICE_TRANSLATOR_HISTORY_ENABLED": "false"}, tmp_path, url,
                             'key_env = "KEY"', KEY=KEY)
            assert KEY not in done.stdout + done.stderr
    for path in home.rglob("*"):
        if path.is_file():
            content = path.read_bytes()
            assert KEY.encode() not in content and HEARD.encode() not in content, path
