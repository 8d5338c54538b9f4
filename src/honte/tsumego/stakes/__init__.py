"""What else can be at stake: connections and races, and the name of what is at stake."""
