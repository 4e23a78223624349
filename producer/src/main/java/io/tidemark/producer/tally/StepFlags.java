package io.tidemark.producer.tally;

import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import io.tidemark.producer.openai.ResponseSummary;
import io.tidemark.schemas.RequestDoubts;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a reader of a step's figures must know of its measured requests: tokens counted in several ways, usage that cannot be
 * true, prompts that were not taken whole, answers that are not as long as asked for, retries, addresses that got more than others.
 * Confined to the lane's loop.
 */
public final class StepFlags {
    /** Planned lengths are estimates where no tokenizer was at hand, so only a factor of two is remarkable. */
    private static final double FAR = 2;

    /** A server's chat template and its own system prompt add tokens to a prompt of any length, some models' more than 60. */
    private static final int TEMPLATE_TOKENS = 100;

    /** Of a prompt of a few words an estimate misses more than half without anything being cut. */
    private static final int ESTIMATE_TOKENS = 20;

    private static final String SHORTER = "got fewer output tokens than exact_output requests";

    private final Map<TokenSource, Long> sources = new EnumMap<>(TokenSource.class);
    private final Map<String, Long> remarks = new TreeMap<>();
    private final RequestDistribution byTarget;
    /** By the addresses of each target's name. */
    private final Map<String, RequestDistribution> byAddress = new TreeMap<>();

    private Optional<String> clientError = Optional.empty();
    private long ended;
    private long shorterAskedTokens;
    private long shorterMissingTokens;
    private long pauses;
    private long pausedNanos;

    /** @param weights of the run's targets, by name */
    StepFlags(Map<String, Integer> weights) {
        this.byTarget = new RequestDistribution(weights);
    }

    /** A place of a closed loop waits, in whatever part of the step. */
    void paused(long nanos) {
        pauses++;
        pausedNanos += nanos;
    }

    void ended(RequestEvent event) {
        if (event.getOutcome() == Outcome.CLIENT_ERROR && clientError.isEmpty()) {
            clientError = Optional.of(String.valueOf(event.getErrorText()));
        }
        if (event.getPart() != StepPart.MEASURED) {
            return;
        }
        ended++;
        byTarget.add(event.getTarget());
        sending(event);
        if (event.getOutcome() == Outcome.EMPTY) {
            remark("were answered with HTTP 200 and without any output (EMPTY)");
        }
        if (event.getFinishReason() == FinishReason.CONTENT_FILTER) {
            remark("were ended by a content filter of the server, so that they are other work than was planned");
        }
        if (event.getOutcome() == Outcome.OK) {
            sources.merge(event.getTokenSource(), 1L, Long::sum);
            prompt(event.getPromptTokens(), event.getPlannedPromptTokens());
            output(event, event.getOutputTokens());
            exact(event.getOutputTokens(), RequestDoubts.exactTokens(event));
        }
    }

    private void sending(RequestEvent event) {
        if (event.getAttempts() - event.getSentAnew() > 1) {
            remark("were retried (retries are on; TTFT includes them)");
        }
        if (event.getSentAnew() > 0) {
            remark(
                    "were sent again on another connection, because the server had closed the first one or refused them unprocessed");
        }
        if (event.getRemoteAddress() != null) {
            byAddress
                    .computeIfAbsent(event.getTarget(), unseen -> new RequestDistribution())
                    .add(event.getRemoteAddress());
        }
    }

    /** What an answer that is OK holds beside what its event says. */
    void answered(StepPart part, ResponseSummary answer) {
        if (part != StepPart.MEASURED) {
            return;
        }
        if (answer.endedWithoutDone()) {
            remark("were answered in full, by finish_reason or usage and the end of the HTTP message, without [DONE]"
                    + " (counted as OK)");
        }
        if (answer.resumedAfterFinish()) {
            remark("had output after their finish_reason (counted; [DONE] or usage ended them)");
        }
        if (!answer.unreadOutput().isEmpty()) {
            remark("had output that was not read, so that TTFT and TPOT are not the server's (in: "
                    + String.join(", ", answer.unreadOutput())
                    + "; request.reasoning_fields names fields of reasoning)");
        }
        if (!answer.usage().source().isEmpty() && answer.tokenSource() != TokenSource.CHUNK_ESTIMATE) {
            remark("have their output tokens from the server's "
                    + answer.usage().source());
        }
    }

    /** What the first request that ended by an error of this client says of it. */
    public Optional<String> clientError() {
        return clientError;
    }

    private void exact(@Nullable Integer counted, long asked) {
        if (counted != null && counted < asked) {
            shorterAskedTokens += asked;
            shorterMissingTokens += asked - counted;
            remark(SHORTER);
        }
    }

    private void prompt(@Nullable Integer counted, @Nullable Integer planned) {
        if (counted == null || planned == null) {
            return;
        }
        if (counted * FAR < planned && planned - counted > ESTIMATE_TOKENS) {
            remark(
                    "had less than half of the planned prompt tokens by the server's count (did it truncate the prompt?)");
        } else if (counted > planned * FAR && counted - planned > TEMPLATE_TOKENS) {
            remark("had more than twice the planned prompt tokens by the server's count");
        }
    }

    private void output(RequestEvent event, @Nullable Integer counted) {
        Integer planned = event.getPlannedOutputTokens();
        if (counted != null && planned != null && counted > planned) {
            remark("got more output tokens than requested");
        }
    }

    private void remark(String description) {
        remarks.merge(description, 1L, Long::sum);
    }

    /** Sentences without their full stop. */
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        if (sources.keySet().equals(Set.of(TokenSource.CHUNK_ESTIMATE))) {
            sentences.add(
                    "output tokens are an estimate of one per chunk, for no usage of the server has a count that is known: TPOT and tokens/s"
                            + " depend on it");
        }
        if (sources.size() > 1) {
            sentences.add("output tokens were not all counted in the same way: "
                    + sources.entrySet().stream()
                            .map(source -> ValueText.count(source.getValue()) + " by " + description(source.getKey()))
                            .collect(Collectors.joining(", ")));
        }
        remarks.forEach((description, count) -> sentences.add(sentence(description, count)));
        byTarget.remark("target").ifPresent(sentences::add);
        byAddress.forEach((target, addresses) ->
                addresses.remark("address of " + ofName(target)).ifPresent(sentences::add));
        if (pauses > 0) {
            sentences.add("virtual users of the closed loop paused " + ValueText.count(pauses, "time") + ", "
                    + ValueText.duration(Duration.ofNanos(pausedNanos))
                    + " in all, after requests that got no answer, 429 or 503");
        }
        return sentences;
    }

    private String ofName(String target) {
        return byTarget.places() > 1 ? "target " + target : "the target's name";
    }

    private String sentence(String description, long count) {
        String sentence =
                "requests that " + description + ": " + ValueText.count(count) + " of " + ValueText.count(ended);
        return description.equals(SHORTER)
                ? sentence + "; " + ValueText.percent((double) shorterMissingTokens / shorterAskedTokens)
                        + " of their tokens are missing; do not compare with runs of another answer length"
                : sentence;
    }

    private static String description(TokenSource source) {
        return switch (source) {
            case USAGE -> "the server's usage";
            case CONTINUOUS_USAGE -> "the server's usage on each chunk";
            case TOKENIZER -> "a tokenizer";
            case CHUNK_ESTIMATE -> "an estimate of one per chunk";
            case UNKNOWN -> source.name().toLowerCase(Locale.ROOT) + " means";
        };
    }
}
