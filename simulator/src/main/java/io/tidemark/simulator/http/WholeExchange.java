package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;

/** An answer that is sent when it is complete. */
final class WholeExchange implements Exchange {
    private static final String JSON = "application/json";

    private final Generation generation;
    private final Connection connection;

    WholeExchange(Generation generation, Connection connection) {
        this.generation = generation;
        this.connection = connection;
    }

    @Override
    public void deliver(Progress progress) {
        if (connection.gone()) {
            return;
        }
        if (progress.finished()) {
            connection.head(200, JSON);
            connection.endContent(generation.whole());
            return;
        }
        if (generation.breaks(progress)) {
            connection.head(500, JSON);
            connection.end(ApiException.engine(500).json());
        }
    }
}
