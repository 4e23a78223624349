package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.tidemark.simulator.text.Answer;
import java.util.List;

/**
 * The answers to one request in the making: what the client gets, in pieces. Immutable.
 *
 * @param wire how the endpoint words it
 * @param reply what each part says about itself
 * @param choices the answers, by index
 * @param logprobs how tokens' probabilities are told, if at all
 * @param counting what usage says
 */
record Generation(Wire wire, Reply reply, List<Choice> choices, Logprobs logprobs, Counting counting) {
    /**
     * What usage says.
     *
     * @param off by how many completion tokens an injected fault miscounts
     * @param details whether it tells of cached tokens
     */
    record Counting(int off, boolean details) {}

    Piece piece(int choice, Progress progress) {
        int from = progress.generatedTokens() - progress.newTokens();
        return piece(choices.get(choice), from, progress.generatedTokens());
    }

    /** When the last of them ends. */
    String whole(Progress last) {
        List<Piece> all = choices.stream()
                .map(choice -> piece(choice, 0, choice.answer().tokens()))
                .toList();
        return wire.whole(reply, all, usage(last));
    }

    /** Of all answers, when they are complete. */
    Usage usage(Progress last) {
        int completionTokens =
                choices.stream().mapToInt(choice -> choice.answer().tokens()).sum();
        int promptTokens = choices.stream()
                .map(Choice::prompt)
                .distinct()
                .mapToInt(prompt -> prompt.tokens())
                .sum();
        return new Usage(promptTokens, completionTokens + counting.off, counting.details ? last.cachedTokens() : 0);
    }

    /** Of one answer so far. */
    Usage usageSoFar(int choice, int completionTokens) {
        return new Usage(choices.get(choice).prompt().tokens(), completionTokens + counting.off, 0);
    }

    private Piece piece(Choice choice, int from, int to) {
        Answer answer = choice.answer();
        boolean last = to >= answer.tokens();
        return new Piece(
                choice.index(),
                answer.text(from, to),
                last ? answer.finishReason() : "",
                last ? answer.stopReason() : "",
                logprobs.json(answer, from, to));
    }
}
