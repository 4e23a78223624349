package io.tidemark.bench.client;

/** What a client says of one request, by the host's monotonic clock. */
record ClientStamps(String request, long sentNanos, long firstContentNanos) {}
