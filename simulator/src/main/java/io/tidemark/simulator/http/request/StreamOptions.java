package io.tidemark.simulator.http.request;

/** Whether and how an answer is streamed. */
public record StreamOptions(boolean stream, boolean includeUsage, boolean continuousUsage) {}
