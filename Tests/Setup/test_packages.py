"""scripts/packages.sh on a fake Debian: what it installs, when it asks, where it stops."""

from __future__ import annotations

from fake_debian import FakeDebian


def test_nothing_is_run_when_everything_is_there(debian: FakeDebian) -> None:
    debian.write("installed", "alpha", "beta")
    assert debian.install("alpha  # for a reason", "", "beta").status == 0
    assert debian.log() == ""


def test_what_is_missing_is_installed_and_nothing_else(debian: FakeDebian) -> None:
    debian.write("installed", "alpha")
    assert debian.install("alpha", "beta", "gamma").status == 0
    installs = [line for line in debian.log().splitlines() if "install" in line]
    assert len(installs) == 1 and installs[0].endswith("beta gamma")
    assert "--no-install-recommends" in installs[0] and "--no-remove" in installs[0]
    assert "apt-get update" not in debian.log()


def test_an_installed_alternative_is_enough(debian: FakeDebian) -> None:
    debian.write("installed", "beta")
    assert debian.install("alpha | beta").status == 0
    assert debian.log() == ""


def test_the_first_alternative_that_exists_is_taken(debian: FakeDebian) -> None:
    assert debian.install("vanished | beta | gamma").status == 0
    assert "beta" in debian.log() and "gamma" not in debian.log() and "vanished" not in debian.log()


def test_empty_package_lists_are_fetched_first(debian: FakeDebian) -> None:
    debian.write("known")
    debian.write("known-after-update", "alpha")
    assert debian.install("alpha").status == 0
    assert debian.log().splitlines()[0].startswith("apt-get update")


def test_a_vanished_package_is_named_and_stops_nothing_else(debian: FakeDebian) -> None:
    outcome = debian.install("vanished", "beta")
    assert outcome.status == 3
    assert "Could not be installed: vanished." in outcome.text
    assert "beta" in (debian.folder / "installed").read_text()


def test_a_failing_download_is_tried_again_with_fresh_lists_and_then_named(debian: FakeDebian) -> None:
    debian.write("unfetchable", "alpha")
    outcome = debian.install("alpha", "beta", "gamma")
    assert outcome.status == 3
    assert "Failed to fetch alpha" in outcome.text and "Could not be installed: alpha." in outcome.text
    assert (debian.folder / "installed").read_text().split() == ["beta", "gamma"]
    assert debian.log().count("apt-get update") == 1


def test_enter_means_yes(debian: FakeDebian) -> None:
    outcome = debian.install("alpha", "beta", answer="\n")
    assert outcome.status == 0
    assert outcome.text.count("[Y/n]") == 1 and "missing: alpha beta." in outcome.text
    assert (debian.folder / "installed").read_text().split() == ["alpha", "beta"]


def test_no_means_no_and_the_line_to_run_is_printed(debian: FakeDebian) -> None:
    outcome = debian.install("alpha", answer="n\n")
    assert outcome.status == 1
    assert "  apt-get install --no-install-recommends alpha" in outcome.text
    assert debian.log() == ""


def test_ci_and_yes_are_not_asked(debian: FakeDebian) -> None:
    assert "[Y/n]" not in debian.install("alpha", answer="", CI="true").text
    assert "[Y/n]" not in debian.install("beta", answer="", YES="1").text
    assert (debian.folder / "installed").read_text().split() == ["alpha", "beta"]


def test_a_user_with_sudo_installs_through_it(debian: FakeDebian) -> None:
    debian.write("uid", "1000")
    debian.write("sudo-without-password")
    assert debian.install("alpha").status == 0
    assert debian.log().startswith("sudo\n")


def test_a_user_whose_sudo_wants_a_password_gets_the_line_to_run(debian: FakeDebian) -> None:
    debian.write("uid", "1000")
    outcome = debian.install("alpha")
    assert outcome.status == 1
    assert "  sudo apt-get install --no-install-recommends alpha" in outcome.text
    assert debian.log() == ""


def test_a_user_without_sudo_gets_the_line_to_run_as_root(debian: FakeDebian) -> None:
    debian.write("uid", "1000")
    debian.without("sudo")
    outcome = debian.install("alpha")
    assert outcome.status == 1
    assert "As root, run:" in outcome.text and "sudo apt-get" not in outcome.text


def test_no_service_may_start_while_packages_are_installed(debian: FakeDebian) -> None:
    assert debian.install("alpha").status == 0
    assert "service start: 101" in debian.log()
    assert not (debian.folder / "policy-rc.d").exists()


def test_an_administrators_policy_is_left_alone(debian: FakeDebian) -> None:
    policy = debian.folder / "policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 104\n")
    policy.chmod(0o755)
    assert debian.install("alpha").status == 0
    assert "service start: 104" in debian.log()
    assert policy.read_text() == "#!/bin/sh\nexit 104\n"
