package io.tidemark.producer.yaml;

/** What the sections of one plan share while it is read. */
public record ReadContext(YamlProblems problems, KnownKeys keys) {}
