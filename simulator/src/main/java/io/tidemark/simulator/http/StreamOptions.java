package io.tidemark.simulator.http;

/** Whether and how an answer is streamed. */
record StreamOptions(boolean stream, boolean includeUsage, boolean continuousUsage) {}
