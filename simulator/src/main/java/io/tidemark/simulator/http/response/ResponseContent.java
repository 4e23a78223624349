package io.tidemark.simulator.http.response;

import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.text.GeneratedAnswer;
import java.util.List;

/**
 * The answers to one request in the making: what the client gets, in pieces. Immutable.
 *
 * @param wire how the endpoint words it
 * @param reply what each part says about itself
 * @param choices the answers, by index
 * @param logprobs how tokens' probabilities are encoded, if at all
 * @param counting what usage says
 */
public record ResponseContent(
        ResponseEncoder wire,
        ResponseMetadata reply,
        List<ResponseChoice> choices,
        LogprobsEncoder logprobs,
        Counting counting) {
    /**
     * What usage says.
     *
     * @param off by how many completion tokens an injected fault miscounts
     * @param details whether it reports cached tokens
     */
    public record Counting(int off, boolean details) {}

    ChoiceDelta piece(int choice, RequestProgress progress) {
        int from = progress.generatedTokens() - progress.newTokens();
        return piece(choices.get(choice), from, progress.generatedTokens());
    }

    /** When the last of them ends. */
    String whole(RequestProgress last) {
        List<ChoiceDelta> all = choices.stream()
                .map(choice -> piece(choice, 0, choice.answer().tokens()))
                .toList();
        return wire.fullResponse(reply, all, usage(last));
    }

    /** Of all answers, when they are complete. */
    UsageCounts usage(RequestProgress last) {
        int completionTokens =
                choices.stream().mapToInt(choice -> choice.answer().tokens()).sum();
        int promptTokens = choices.stream()
                .map(ResponseChoice::prompt)
                .distinct()
                .mapToInt(prompt -> prompt.tokens())
                .sum();
        return new UsageCounts(
                promptTokens, completionTokens + counting.off, counting.details ? last.cachedTokens() : 0);
    }

    /** Of one answer so far. */
    UsageCounts usageSoFar(int choice, int completionTokens) {
        return new UsageCounts(choices.get(choice).prompt().tokens(), completionTokens + counting.off, 0);
    }

    private ChoiceDelta piece(ResponseChoice choice, int from, int to) {
        GeneratedAnswer answer = choice.answer();
        boolean last = to >= answer.tokens();
        return new ChoiceDelta(
                choice.index(),
                answer.text(from, to),
                last ? answer.finishReason() : "",
                last ? answer.stopReason() : "",
                logprobs.json(answer, from, to));
    }
}
