package io.tidemark.producer.openai;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.async.ByteArrayFeeder;
import io.tidemark.producer.openai.sse.SseMessage;
import io.tidemark.producer.openai.sse.SseMessage.Slice;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the usual chunk token by token, without a tree: what {@link StreamMessage.Reader} would say, or nothing for a message
 * that is not usual (an error, a name twice, a number that is no count ...), which that one then reads. One parser serves all
 * messages of a loop; confined to it.
 */
final class ChunkReader {
    private static final JsonFactory JSON = new JsonFactory();

    private final boolean keepText;
    private final DeltaClassifier classifier;
    private @Nullable JsonParser open;

    /** @param keepText whether to return a delta's text; otherwise it is empty */
    ChunkReader(boolean keepText, DeltaClassifier classifier) {
        this.keepText = keepText;
        this.classifier = classifier;
    }

    /**
     * What a message means, if it is a usual chunk.
     *
     * @param repeated of the answer that it belongs to
     */
    Optional<StreamMessage> read(SseMessage message, RecentChunk repeated) {
        if (message.event().equals("raw") || AnswerWords.isFailure(message.event())) {
            return Optional.empty();
        }
        StreamMessage.Delta same = repeated.read(message.slice(), keepText);
        return same == null ? parsed(message, repeated) : Optional.of(same);
    }

    private Optional<StreamMessage> parsed(SseMessage message, RecentChunk repeated) {
        try {
            JsonParser parser = fed(message.slice());
            ChunkFields fields = new ChunkFields(keepText, offset(parser));
            Optional<StreamMessage> read = chunk(parser, fields);
            if (read.isEmpty() || !((ByteArrayFeeder) parser.getNonBlockingInputFeeder()).needMoreInput()) {
                // The reader of trees decides whether what follows the chunk is another one.
                forget();
                return Optional.empty();
            }
            if (fields.hasOneText() && repeated.needsChunk()) {
                repeated.learn(message.slice(), fields.delta(), fields.textEnd, fields.textLength);
            }
            return read;
        } catch (IOException e) {
            // The reader of trees says what is wrong with it.
            forget();
            return Optional.empty();
        }
    }

    private JsonParser fed(Slice data) throws IOException {
        JsonParser parser = open;
        if (parser == null) {
            parser = JSON.createNonBlockingByteArrayParser();
            open = parser;
        }
        ((ByteArrayFeeder) parser.getNonBlockingInputFeeder())
                .feedInput(data.array(), data.from(), data.from() + data.length());
        return parser;
    }

    private void forget() {
        open = null;
    }

    private static long offset(JsonParser parser) {
        return parser.currentLocation().getByteOffset();
    }

    private Optional<StreamMessage> chunk(JsonParser parser, ChunkFields fields) throws IOException {
        if (parser.nextToken() != JsonToken.START_OBJECT
                || !new ChunkFieldReader(parser, fields, classifier).readMessage()) {
            return Optional.empty();
        }
        return Optional.of(fields.delta());
    }
}
