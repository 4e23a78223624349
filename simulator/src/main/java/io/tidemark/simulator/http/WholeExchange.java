package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.vertx.core.buffer.Buffer;

/** An answer that is sent when all its choices are complete. */
final class WholeExchange implements Exchange {
    private static final String JSON = "application/json";

    private final Generation generation;
    private final Line line;
    private int unfinished;

    WholeExchange(Generation generation, Line line) {
        this.generation = generation;
        this.line = line;
        this.unfinished = generation.choices().size();
    }

    /** Nothing is known before its end, not even the status. */
    @Override
    public void accepted() {}

    @Override
    public Buffer content(int choice, Progress progress) {
        return progress.finished() ? Buffer.buffer(generation.whole(progress)) : Buffer.buffer();
    }

    @Override
    public void deliver(Output output) {
        if (line.gone() || !output.progress().finished() || --unfinished > 0) {
            return;
        }
        line.head(200, JSON);
        line.endContent(output.content(), output.dueNanos());
    }

    @Override
    public void breakOff() {
        line.head(500, JSON);
        line.end(ApiException.engine(500).json());
    }
}
