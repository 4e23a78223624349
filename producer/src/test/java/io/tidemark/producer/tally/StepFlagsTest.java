package io.tidemark.producer.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import io.tidemark.producer.openai.ResponseSummary;
import io.tidemark.producer.openai.TokenUsage;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class StepFlagsTest {
    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private final StepFlags flags = new StepFlags(Map.of());

    /** 100 prompt tokens and 10 output tokens in 10 chunks, as planned. */
    private static RequestEvent.Builder asPlanned() {
        return RequestEvent.newBuilder()
                .setRun("r")
                .setStep(0)
                .setLane("l")
                .setLaneSeq(0)
                .setRequest("l-0")
                .setTarget("t")
                .setModel("m")
                .setDue(Instant.EPOCH)
                .setPart(StepPart.MEASURED)
                .setOutcome(Outcome.OK)
                .setTokenSource(TokenSource.USAGE)
                .setPlannedPromptTokens(100)
                .setPromptTokens(110)
                .setPlannedOutputTokens(10)
                .setOutputTokens(10)
                .setChunkCount(10);
    }

    private void ended(RequestEvent event) {
        flags.ended(event);
    }

    @Test
    void whatIsAsPlannedNeedsNoWord() {
        ended(asPlanned().build());
        flags.ended(asPlanned()
                .setRemoteAddress("10.0.0.1:8000")
                .setExactOutput(true)
                .build());

        assertThat(flags.sentences()).isEmpty();
    }

    @Test
    void mixedCountsAreNeverSilent() {
        ended(asPlanned().build());
        ended(asPlanned().build());
        ended(asPlanned().setTokenSource(TokenSource.CHUNK_ESTIMATE).build());

        assertThat(flags.sentences())
                .containsExactly("output tokens were not all counted in the same way: 2 by the server's usage,"
                        + " 1 by an estimate of one per chunk");
    }

    @Test
    void whatCannotBeTrueOrWasNotAskedForIsSaid() {
        ended(asPlanned().setPromptTokens(49).build());
        ended(asPlanned().setOutputTokens(11).build());
        ended(asPlanned().setAttempts(3).setOutcome(Outcome.HTTP_ERROR).build());

        assertThat(flags.sentences())
                .containsExactly(
                        "requests that got more output tokens than requested: 1 of 3",
                        "requests that had less than half of the planned prompt tokens by the server's count"
                                + " (did it truncate the prompt?): 1 of 3",
                        "requests that were retried (retries are on; TTFT includes them): 1 of 3");
    }

    @Test
    void whatIsNotMeasuredIsNotJudged() {
        ended(asPlanned().setPart(StepPart.WARM_UP).setPromptTokens(1).build());

        assertThat(flags.sentences()).isEmpty();
    }

    @Test
    void theTemplateOfAServerMakesNoSmallPromptRemarkable() {
        ended(asPlanned().setPlannedPromptTokens(10).setPromptTokens(75).build());
        ended(asPlanned().setPlannedPromptTokens(20).setPromptTokens(4).build());

        assertThat(flags.sentences()).isEmpty();
    }

    @Test
    void aPromptThatIsMuchLongerThanPlannedIsSaid() {
        ended(asPlanned().setPlannedPromptTokens(100).setPromptTokens(201).build());

        assertThat(flags.sentences())
                .containsExactly(
                        "requests that had more than twice the planned prompt tokens by the server's count: 1 of 1");
    }

    @Test
    void whatWasSentOnceMoreOrAnsweredEmptyIsSaid() {
        ended(asPlanned().setAttempts(2).setSentAnew(1).build());
        ended(asPlanned().setOutcome(Outcome.EMPTY).build());
        flags.answered(StepPart.MEASURED, answer(true, Set.of(), ""));
        flags.answered(StepPart.WARM_UP, answer(true, Set.of(), ""));

        assertThat(flags.sentences())
                .containsExactly(
                        "requests that were answered in full, by finish_reason or usage and the end of the HTTP message, without [DONE]"
                                + " (counted as OK): 1 of 2",
                        "requests that were answered with HTTP 200 and without any output (EMPTY): 1 of 2",
                        "requests that were sent again on another connection, because the server had closed the first one or"
                                + " refused them unprocessed: 1 of 2");
    }

    private static ResponseSummary answer(boolean withoutDone, Set<String> unread, String source) {
        return answer(withoutDone, false, unread, source);
    }

    private static ResponseSummary answer(boolean withoutDone, boolean resumed, Set<String> unread, String source) {
        OptionalInt none = OptionalInt.empty();
        TokenUsage usage = new TokenUsage(OptionalInt.of(100), none, none, OptionalInt.of(10), none, source);
        return new ResponseSummary(
                OptionalInt.of(200),
                Map.of(),
                FinishReason.STOP,
                withoutDone,
                resumed,
                usage,
                OptionalInt.of(10),
                TokenSource.USAGE,
                10,
                OptionalInt.of(40),
                OptionalInt.of(1),
                unread,
                1000,
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void outputThatWasNotReadAndCountsFromOtherPlacesAreSaid() {
        ended(asPlanned().build());
        ended(asPlanned().build());
        flags.answered(StepPart.MEASURED, answer(false, Set.of("delta.idea"), "usage.output_tokens"));
        flags.answered(StepPart.MEASURED, answer(false, Set.of(), ""));

        assertThat(flags.sentences())
                .containsExactly(
                        "requests that had output that was not read, so that TTFT and TPOT are not the server's (in:"
                                + " delta.idea; request.reasoning_fields names fields of reasoning): 1 of 2",
                        "requests that have their output tokens from the server's usage.output_tokens: 1 of 2");
    }

    @Test
    void answersThatAContentFilterEndedAreCountedHoweverTheyEnded() {
        ended(asPlanned().build());
        ended(asPlanned().setFinishReason(FinishReason.CONTENT_FILTER).build());
        ended(asPlanned()
                .setFinishReason(FinishReason.CONTENT_FILTER)
                .setOutcome(Outcome.EMPTY)
                .build());

        assertThat(flags.sentences())
                .contains(
                        "requests that were ended by a content filter of the server, so that they are other work than was"
                                + " planned: 2 of 3");
    }

    @Test
    void outputAfterAFinishReasonIsSaid() {
        ended(asPlanned().build());
        flags.answered(StepPart.MEASURED, answer(false, true, Set.of(), ""));

        assertThat(flags.sentences())
                .containsExactly("requests that had output after their finish_reason (counted; [DONE] or usage ended"
                        + " them): 1 of 1");
    }

    @Test
    void tokensThatNobodyCountedAreSaidToBeEstimated() {
        ended(asPlanned().setTokenSource(TokenSource.CHUNK_ESTIMATE).build());

        assertThat(flags.sentences())
                .containsExactly(
                        "output tokens are an estimate of one per chunk, for no usage of the server has a count that is known: TPOT and"
                                + " tokens/s depend on it");
    }

    @Test
    void anAnswerShorterThanItsExactLengthIsSaidWhereTokensWereCounted() {
        flags.ended(asPlanned()
                .setOutputTokens(4)
                .setChunkCount(4)
                .setExactOutput(true)
                .build());
        flags.ended(asPlanned().setExactOutput(true).build());
        RequestEvent.Builder estimated =
                asPlanned().setOutputTokens(4).setChunkCount(4).setTokenSource(TokenSource.CHUNK_ESTIMATE);
        flags.ended(estimated.setExactOutput(true).build());

        // 6 of the 10 tokens of the one are missing.
        assertThat(flags.sentences())
                .contains("requests that got fewer output tokens than exact_output requests: 1 of 3; 60 % of"
                        + " their tokens are missing; do not compare with runs of another answer length");
    }

    @Test
    void sharesOfAddressesAreToldAndThoseFarFromEqualAreCalledUneven() {
        for (int i = 0; i < 20; i++) {
            ended(asPlanned().setRemoteAddress("10.0.0.1:8000").build());
            ended(asPlanned().setRemoteAddress("10.0.0.2:8000").build());
        }
        assertThat(flags.sentences())
                .containsExactly("requests by address of the target's name: 10.0.0.1:8000 20, 10.0.0.2:8000 20");

        for (int i = 0; i < 40; i++) {
            ended(asPlanned().setRemoteAddress("10.0.0.2:8000").build());
        }
        assertThat(flags.sentences())
                .containsExactly("requests by address of the target's name: 10.0.0.1:8000 20, 10.0.0.2:8000 60"
                        + " (uneven: 50 % is an equal share)");
    }

    @Test
    void theFirstErrorOfTheClientItselfIsKept() {
        ended(asPlanned()
                .setOutcome(Outcome.CLIENT_ERROR)
                .setErrorText("no ports")
                .setPart(StepPart.WARM_UP)
                .build());
        ended(asPlanned()
                .setOutcome(Outcome.CLIENT_ERROR)
                .setErrorText("no files")
                .build());

        assertThat(flags.clientError()).hasValue("no ports");
    }
}
