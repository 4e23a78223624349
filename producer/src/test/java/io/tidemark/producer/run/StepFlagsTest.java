package io.tidemark.producer.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StepFlagsTest {
    private final StepFlags flags = new StepFlags();

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

    @Test
    void whatIsAsPlannedNeedsNoWord() {
        flags.ended(asPlanned().build());
        flags.ended(asPlanned().setAttempts(2).setSentAnew(1).build());

        assertThat(flags.sentences()).isEmpty();
    }

    @Test
    void mixedCountsAreNeverSilent() {
        flags.ended(asPlanned().build());
        flags.ended(asPlanned().build());
        flags.ended(asPlanned().setTokenSource(TokenSource.CHUNK_ESTIMATE).build());

        assertThat(flags.sentences())
                .containsExactly("output tokens were not all counted in the same way: 2 by the server's usage,"
                        + " 1 by an estimate of one per chunk");
    }

    @Test
    void whatCannotBeTrueOrWasNotAskedForIsSaid() {
        flags.ended(asPlanned().setPromptTokens(49).build());
        flags.ended(asPlanned().setOutputTokens(4).build());
        flags.ended(asPlanned().setOutputTokens(11).build());
        flags.ended(asPlanned().setAttempts(3).setOutcome(Outcome.HTTP_ERROR).build());

        assertThat(flags.sentences())
                .containsExactly(
                        "requests that got more output tokens than were asked for: 1 of 4",
                        "requests that had fewer output tokens by the server's usage than chunks with output: 1 of 4",
                        "requests that had less than half of the planned prompt tokens by the server's count"
                                + " (was the prompt cut?): 1 of 4",
                        "requests that were sent again (retries are on, what they cost is in TTFT): 1 of 4");
    }

    @Test
    void whatIsNotMeasuredIsNotJudged() {
        flags.ended(asPlanned().setPart(StepPart.WARM_UP).setPromptTokens(1).build());

        assertThat(flags.sentences()).isEmpty();
    }

    @Test
    void theTemplateOfAServerMakesNoSmallPromptRemarkable() {
        flags.ended(asPlanned().setPlannedPromptTokens(10).setPromptTokens(75).build());
        flags.ended(asPlanned().setPlannedPromptTokens(20).setPromptTokens(4).build());

        assertThat(flags.sentences()).isEmpty();
    }

    @Test
    void aPromptThatIsMuchLongerThanPlannedIsSaid() {
        flags.ended(asPlanned().setPlannedPromptTokens(100).setPromptTokens(201).build());

        assertThat(flags.sentences())
                .containsExactly(
                        "requests that had more than twice the planned prompt tokens by the server's count: 1 of 1");
    }
}
