package io.tidemark.producer.openai;

import io.tidemark.producer.openai.sse.ScratchBuffer;
import io.tidemark.producer.openai.sse.SseMessage;
import io.tidemark.producer.plan.RequestPlan.AnswerNames;
import java.util.Optional;

/**
 * What all answers of a loop are parsed with. Confined to it.
 *
 * @param textChunks reads texts too, for answers that a later turn resends
 * @param keepText whether answers' texts are kept
 */
public record ParserContext(
        ScratchBuffer scratch,
        DeltaClassifier classifier,
        ChunkReader chunks,
        ChunkReader textChunks,
        boolean keepText,
        AnswerNames names,
        FinishReasonUse finishReasonUse) {
    public static ParserContext create(boolean keepText, AnswerNames names) {
        DeltaClassifier classifier = new DeltaClassifier(names.reasoningFields());
        return new ParserContext(
                new ScratchBuffer(),
                classifier,
                new ChunkReader(keepText, classifier),
                new ChunkReader(true, classifier),
                keepText,
                names,
                new FinishReasonUse());
    }

    /** For a new answer to a request. */
    ResponseAccumulator tally(CompletionRequest request) {
        return ResponseAccumulator.create(keepText, request.keepsContent(), names.finishReasons(), finishReasonUse);
    }

    /** As an answer to a request says it; with its text only where that is kept. */
    StreamMessage interpret(SseMessage message, CompletionRequest request, RecentChunk repeated) {
        return interpret(message, request.keepsContent() ? textChunks : chunks, repeated);
    }

    StreamMessage interpret(SseMessage message) {
        return interpret(message, chunks, new RecentChunk());
    }

    private StreamMessage interpret(SseMessage message, ChunkReader reader, RecentChunk repeated) {
        Optional<StreamMessage> usual = reader.read(message, repeated);
        return usual.isPresent() ? usual.get() : new StreamMessage.Reader(classifier).read(message);
    }
}
