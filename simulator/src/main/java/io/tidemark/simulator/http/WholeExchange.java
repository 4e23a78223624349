package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.vertx.core.buffer.Buffer;

/** An answer that is sent when all its choices are complete. */
final class WholeExchange implements Exchange {
    private static final String JSON = "application/json";

    private final Generation generation;
    private final Connection connection;
    private int unfinished;

    WholeExchange(Generation generation, Connection connection) {
        this.generation = generation;
        this.connection = connection;
        this.unfinished = generation.choices().size();
    }

    @Override
    public Buffer content(int choice, Progress progress) {
        return progress.finished() ? Buffer.buffer(generation.whole()) : Buffer.buffer();
    }

    @Override
    public void deliver(Output output) {
        if (connection.gone() || !output.progress().finished() || --unfinished > 0) {
            return;
        }
        connection.head(200, JSON);
        connection.endContent(output.content(), output.dueNanos());
    }

    @Override
    public void breakOff() {
        connection.head(500, JSON);
        connection.end(ApiException.engine(500).json());
    }
}
