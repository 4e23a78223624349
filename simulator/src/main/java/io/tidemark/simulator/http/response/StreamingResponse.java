package io.tidemark.simulator.http.response;

import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.http.request.ApiException;
import io.tidemark.simulator.http.request.StreamOptions;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A streamed answer: server-sent events, one content chunk per step and choice. */
public final class StreamingResponse implements GenerationResponse {
    private static final String DONE = "data: [DONE]\n\n";

    private final ResponseContent generation;
    private final StreamOptions options;
    private final ResponseChannel line;
    /** By choice, each touched by its engine's thread alone. */
    private final @Nullable ChunkEnvelope[] frames;

    private boolean opened;
    private int unfinished;

    public StreamingResponse(ResponseContent generation, StreamOptions options, ResponseChannel line) {
        this.generation = generation;
        this.options = options;
        this.line = line;
        this.frames = new ChunkEnvelope[generation.choices().size()];
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
    public Buffer encode(int choice, RequestProgress progress) {
        Optional<UsageCounts> usage = continuousUsage(choice, progress.generatedTokens());
        ChoiceDelta piece = generation.piece(choice, progress);
        if (usage.isEmpty() && piece.isTextAlone()) {
            return frame(choice).with(piece.text());
        }
        return Buffer.buffer(event(generation.wire().chunk(generation.reply(), piece, usage)));
    }

    private ChunkEnvelope frame(int choice) {
        ChunkEnvelope frame = frames[choice];
        if (frame == null) {
            frame = ChunkEnvelope.of(text -> event(
                    generation.wire().chunk(generation.reply(), ChoiceDelta.ofText(choice, text), Optional.empty())));
            frames[choice] = frame;
        }
        return frame;
    }

    @Override
    public void deliver(ChoiceOutput output) {
        if (line.isClosed()) {
            return;
        }
        open();
        line.writeContent(output.content(), output.dueNanos());
        if (output.progress().finished() && --unfinished == 0) {
            finish(output.progress());
        }
    }

    @Override
    public void fail() {
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

    private void finish(RequestProgress last) {
        if (options.includeUsage()) {
            line.write(event(generation.wire().usageChunk(generation.reply(), generation.usage(last))));
        }
        line.end(DONE);
    }

    private Optional<UsageCounts> continuousUsage(int choice, int completionTokens) {
        boolean wanted = options.includeUsage() && options.continuousUsage();
        return wanted ? Optional.of(generation.usageSoFar(choice, completionTokens)) : Optional.empty();
    }

    private static String event(String json) {
        return "data: " + json + "\n\n";
    }
}
