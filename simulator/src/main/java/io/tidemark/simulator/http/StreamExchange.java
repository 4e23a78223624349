package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A streamed answer: server-sent events, one content chunk per step and choice. */
final class StreamExchange implements Exchange {
    private static final String DONE = "data: [DONE]\n\n";

    private final Generation generation;
    private final StreamOptions options;
    private final Line line;
    /** By choice, each touched by its engine's thread alone. */
    private final @Nullable ChunkFrame[] frames;

    private boolean opened;
    private int unfinished;

    StreamExchange(Generation generation, StreamOptions options, Line line) {
        this.generation = generation;
        this.options = options;
        this.line = line;
        this.frames = new ChunkFrame[generation.choices().size()];
        this.unfinished = generation.choices().size();
    }

    /**
     * The head goes out before the engine has the request: vLLM's router returns a {@code StreamingResponse} of a generator that has
     * not begun, and Starlette sends the head before it asks the generator for its first piece.
     */
    @Override
    public void accepted() {
        line.streamHead(200, "text/event-stream; charset=utf-8");
    }

    @Override
    public Buffer content(int choice, Progress progress) {
        Optional<Usage> usage = continuousUsage(choice, progress.generatedTokens());
        Piece piece = generation.piece(choice, progress);
        if (usage.isEmpty() && piece.isTextAlone()) {
            return frame(choice).with(piece.text());
        }
        return Buffer.buffer(event(generation.wire().chunk(generation.reply(), piece, usage)));
    }

    private ChunkFrame frame(int choice) {
        ChunkFrame frame = frames[choice];
        if (frame == null) {
            frame = ChunkFrame.of(text ->
                    event(generation.wire().chunk(generation.reply(), Piece.ofText(choice, text), Optional.empty())));
            frames[choice] = frame;
        }
        return frame;
    }

    @Override
    public void deliver(Output output) {
        if (line.gone()) {
            return;
        }
        open();
        line.writeContent(output.content(), output.dueNanos());
        if (output.progress().finished() && --unfinished == 0) {
            finish(output.progress());
        }
    }

    @Override
    public void breakOff() {
        line.write(event(ApiException.engine(500).json()));
        line.end(DONE);
    }

    /** The role chunks go out with the first output, as in vLLM, whose generator writes them when it gets the first result. */
    private void open() {
        if (opened) {
            return;
        }
        opened = true;
        for (int i = 0; i < generation.choices().size(); i++) {
            generation
                    .wire()
                    .opening(generation.reply(), i, continuousUsage(i, 0))
                    .ifPresent(chunk -> line.write(event(chunk)));
        }
    }

    private void finish(Progress last) {
        if (options.includeUsage()) {
            line.write(event(generation.wire().usageChunk(generation.reply(), generation.usage(last))));
        }
        line.end(DONE);
    }

    private Optional<Usage> continuousUsage(int choice, int completionTokens) {
        boolean wanted = options.includeUsage() && options.continuousUsage();
        return wanted ? Optional.of(generation.usageSoFar(choice, completionTokens)) : Optional.empty();
    }

    private static String event(String json) {
        return "data: " + json + "\n\n";
    }
}
