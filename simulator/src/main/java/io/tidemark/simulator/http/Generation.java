package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.tidemark.simulator.text.Answer;

/**
 * One answer in the making: what the client gets, in pieces. Immutable.
 *
 * @param wire how the endpoint words it
 * @param reply what each part says about itself
 * @param answer the words
 * @param promptTokens tokens of the prompt
 * @param breaksAfterTokens after how many tokens an injected fault breaks it off; 0 for never
 */
record Generation(Wire wire, Reply reply, Answer answer, int promptTokens, int breaksAfterTokens) {
    Piece piece(Progress progress) {
        int from = progress.generatedTokens() - progress.newTokens();
        String text = answer.text(from, progress.generatedTokens());
        return new Piece(text, progress.finished() ? answer.finishReason() : "");
    }

    String whole() {
        Piece all = new Piece(answer.text(0, answer.tokens()), answer.finishReason());
        return wire.whole(reply, all, usage(answer.tokens()));
    }

    Usage usage(int completionTokens) {
        return new Usage(promptTokens, completionTokens);
    }

    /** Whether an injected fault ends the answer here, before its last token. */
    boolean breaks(Progress progress) {
        return breaksAfterTokens > 0 && !progress.finished() && progress.generatedTokens() >= breaksAfterTokens;
    }
}
