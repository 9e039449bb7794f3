"""The built-in backend of voice-translator: recognition, translation and speech behind one HTTP server."""
