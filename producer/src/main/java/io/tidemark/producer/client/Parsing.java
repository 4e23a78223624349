package io.tidemark.producer.client;

import java.util.Optional;

/**
 * What all answers of a loop are parsed with. Confined to it.
 *
 * @param keepText whether answers' texts are kept
 */
record Parsing(Scratch scratch, ChunkReader chunks, boolean keepText) {
    static Parsing keepingText(boolean keepText) {
        return new Parsing(new Scratch(), new ChunkReader(keepText), keepText);
    }

    /** For a new answer. */
    AnswerTally tally() {
        return keepText ? AnswerTally.keepingText() : AnswerTally.withoutText();
    }

    StreamMessage meaning(SseMessage message) {
        Optional<StreamMessage> usual = chunks.read(message);
        return usual.isPresent() ? usual.get() : StreamMessage.Reader.read(message);
    }
}
