package io.tidemark.producer.client;

import java.util.Optional;

/**
 * What all answers of a loop are parsed with. Confined to it.
 *
 * @param texts reads texts too, for answers that a later turn resends
 * @param keepText whether answers' texts are kept
 */
record Parsing(Scratch scratch, ChunkReader chunks, ChunkReader texts, boolean keepText) {
    static Parsing keepingText(boolean keepText) {
        return new Parsing(new Scratch(), new ChunkReader(keepText), new ChunkReader(true), keepText);
    }

    /** For a new answer to a request. */
    AnswerTally tally(CallRequest request) {
        return AnswerTally.keeping(keepText, request.keepsContent());
    }

    /** As an answer to a request says it; with its text only where that is kept. */
    StreamMessage meaning(SseMessage message, CallRequest request, RepeatedChunk repeated) {
        return meaning(message, request.keepsContent() ? texts : chunks, repeated);
    }

    StreamMessage meaning(SseMessage message) {
        return meaning(message, chunks, new RepeatedChunk());
    }

    private static StreamMessage meaning(SseMessage message, ChunkReader reader, RepeatedChunk repeated) {
        Optional<StreamMessage> usual = reader.read(message, repeated);
        return usual.isPresent() ? usual.get() : StreamMessage.Reader.read(message);
    }
}
