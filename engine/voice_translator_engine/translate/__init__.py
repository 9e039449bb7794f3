"""Translation: directions that models or rules provide, and routes over them."""
