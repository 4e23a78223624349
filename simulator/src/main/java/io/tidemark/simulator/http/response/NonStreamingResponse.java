package io.tidemark.simulator.http.response;

import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.http.request.ApiException;
import io.vertx.core.buffer.Buffer;

/** An answer that is sent when all its choices are complete. */
public final class NonStreamingResponse implements GenerationResponse {
    private static final String JSON = "application/json";

    private final ResponseContent generation;
    private final ResponseChannel line;
    private int unfinished;

    public NonStreamingResponse(ResponseContent generation, ResponseChannel line) {
        this.generation = generation;
        this.line = line;
        this.unfinished = generation.choices().size();
    }

    /** Nothing is known before its end, not even the status. */
    @Override
    public void accepted() {}

    @Override
    public Buffer encode(int choice, RequestProgress progress) {
        return progress.finished() ? Buffer.buffer(generation.whole(progress)) : Buffer.buffer();
    }

    @Override
    public void deliver(ChoiceOutput output) {
        if (line.isClosed() || !output.progress().finished() || --unfinished > 0) {
            return;
        }
        line.head(200, JSON);
        line.endContent(output.content(), output.dueNanos());
    }

    @Override
    public void fail() {
        line.head(500, JSON);
        line.end(ApiException.engine(500).json());
    }
}
