package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import java.util.Optional;

/** A streamed answer: server-sent events, one content chunk per step. */
final class StreamExchange implements Exchange {
    private static final String DONE = "data: [DONE]\n\n";

    private final Generation generation;
    private final StreamOptions options;
    private final Connection connection;

    StreamExchange(Generation generation, StreamOptions options, Connection connection) {
        this.generation = generation;
        this.options = options;
        this.connection = connection;
    }

    @Override
    public void deliver(Progress progress) {
        if (connection.gone()) {
            return;
        }
        if (progress.first()) {
            open();
        }
        Optional<Usage> usage = continuousUsage(progress.generatedTokens());
        connection.writeContent(event(generation.wire().chunk(generation.reply(), generation.piece(progress), usage)));
        if (progress.finished()) {
            finish(progress);
            return;
        }
        if (generation.breaks(progress)) {
            breakOff();
        }
    }

    /** As vLLM, the head and the role chunk go out with the first output, not when the request is accepted. */
    private void open() {
        connection.head(200, "text/event-stream; charset=utf-8");
        connection.response().setChunked(true);
        generation
                .wire()
                .opening(generation.reply(), continuousUsage(0))
                .ifPresent(chunk -> connection.write(event(chunk)));
    }

    private void finish(Progress progress) {
        if (options.includeUsage()) {
            Usage usage = generation.usage(progress.generatedTokens());
            connection.write(event(generation.wire().usageChunk(generation.reply(), usage)));
        }
        connection.end(DONE);
    }

    private void breakOff() {
        connection.write(event(ApiException.engine(500).json()));
        connection.end(DONE);
    }

    private Optional<Usage> continuousUsage(int completionTokens) {
        boolean wanted = options.includeUsage() && options.continuousUsage();
        return wanted ? Optional.of(generation.usage(completionTokens)) : Optional.empty();
    }

    private static String event(String json) {
        return "data: " + json + "\n\n";
    }
}
