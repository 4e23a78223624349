package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;

/** A streamed answer: server-sent events, one content chunk per step and choice. */
final class StreamExchange implements Exchange {
    private static final String DONE = "data: [DONE]\n\n";

    private final Generation generation;
    private final StreamOptions options;
    private final Connection connection;
    private boolean opened;
    private int unfinished;

    StreamExchange(Generation generation, StreamOptions options, Connection connection) {
        this.generation = generation;
        this.options = options;
        this.connection = connection;
        this.unfinished = generation.choices().size();
    }

    @Override
    public Buffer content(int choice, Progress progress) {
        Optional<Usage> usage = continuousUsage(choice, progress.generatedTokens());
        Piece piece = generation.piece(choice, progress);
        return Buffer.buffer(event(generation.wire().chunk(generation.reply(), piece, usage)));
    }

    @Override
    public void deliver(Output output) {
        if (connection.gone()) {
            return;
        }
        open();
        connection.writeContent(output.content(), output.dueNanos());
        if (output.progress().finished() && --unfinished == 0) {
            finish();
        }
    }

    @Override
    public void breakOff() {
        open();
        connection.write(event(ApiException.engine(500).json()));
        connection.end(DONE);
    }

    /** As vLLM, the head and the role chunks go out with the first output, not when the request is accepted. */
    private void open() {
        if (opened) {
            return;
        }
        opened = true;
        connection.head(200, "text/event-stream; charset=utf-8");
        connection.response().setChunked(true);
        for (int i = 0; i < generation.choices().size(); i++) {
            generation
                    .wire()
                    .opening(generation.reply(), i, continuousUsage(i, 0))
                    .ifPresent(chunk -> connection.write(event(chunk)));
        }
    }

    private void finish() {
        if (options.includeUsage()) {
            connection.write(event(generation.wire().usageChunk(generation.reply(), generation.usage())));
        }
        connection.end(DONE);
    }

    private Optional<Usage> continuousUsage(int choice, int completionTokens) {
        boolean wanted = options.includeUsage() && options.continuousUsage();
        return wanted ? Optional.of(generation.usageSoFar(choice, completionTokens)) : Optional.empty();
    }

    private static String event(String json) {
        return "data: " + json + "\n\n";
    }
}
