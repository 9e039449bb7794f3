"""The program that speaks with Piper's voices. It is under the GPL, so it has an environment and a process of
its own."""
