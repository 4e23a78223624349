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
 * @param usageOff by how many tokens an injected fault miscounts
 */
record Generation(Wire wire, Reply reply, List<Choice> choices, Logprobs logprobs, int usageOff) {
    Piece piece(int choice, Progress progress) {
        int from = progress.generatedTokens() - progress.newTokens();
        return piece(choices.get(choice), from, progress.generatedTokens());
    }

    String whole() {
        List<Piece> all = choices.stream()
                .map(choice -> piece(choice, 0, choice.answer().tokens()))
                .toList();
        return wire.whole(reply, all, usage());
    }

    /** Of all answers, when they are complete. */
    Usage usage() {
        int completionTokens =
                choices.stream().mapToInt(choice -> choice.answer().tokens()).sum();
        int promptTokens = choices.stream()
                .map(Choice::prompt)
                .distinct()
                .mapToInt(prompt -> prompt.tokens())
                .sum();
        return new Usage(promptTokens, completionTokens + usageOff);
    }

    /** Of one answer so far. */
    Usage usageSoFar(int choice, int completionTokens) {
        return new Usage(choices.get(choice).prompt().tokens(), completionTokens + usageOff);
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
