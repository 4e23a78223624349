package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;

/** What one step produced for one request. */
record Delivery(Exchange exchange, Progress progress) {
    void write() {
        exchange.deliver(progress);
    }
}
