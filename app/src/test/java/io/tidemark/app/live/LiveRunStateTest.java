package io.tidemark.app.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.SloBreach;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LiveRunStateTest {
    private static final Instant AT = Instant.ofEpochSecond(1_000);

    private final LiveRunState figures = new LiveRunState("r");

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private static BurnEvidence left(double share) {
        return BurnEvidence.newBuilder().setBudgetLeft(share).build();
    }

    private static SloBreach breach(String id, BreachState state, @Nullable BurnEvidence burn) {
        return SloBreach.newBuilder()
                .setBreach(id)
                .setRun("r")
                .setStep(0)
                .setObjective("o")
                .setState(state)
                .setOpened(AT)
                .setUpdated(AT)
                .setLimit(1)
                .setValue(2)
                .setWorst(2)
                .setBurn(burn)
                .build();
    }

    @Test
    void theOpenRuleWithLeastOfItsBudgetLeftIsWhatBurns() {
        figures.breach(breach("a", BreachState.OPENED, left(0.5)));
        figures.breach(breach("b", BreachState.UPDATED, left(-0.25)));
        figures.breach(breach("c", BreachState.OPENED, left(0.9)));
        assertThat(figures.worstBurnRate()).contains(left(-0.25));
    }

    @Test
    void whatIsClosedOrRetractedBurnsNoMore() {
        figures.breach(breach("a", BreachState.OPENED, left(0.1)));
        figures.breach(breach("b", BreachState.OPENED, left(0.2)));
        figures.breach(breach("c", BreachState.OPENED, left(0.3)));
        figures.breach(breach("a", BreachState.CLOSED, left(0.1)));
        figures.breach(breach("b", BreachState.RETRACTED, left(0.2)));
        assertThat(figures.worstBurnRate()).contains(left(0.3));
        assertThat(figures.breaches()).isEqualTo(2);
    }

    @Test
    void aBreachOfAWindowIsNoneOfABudgetAndThoseOfOtherRunsSayNothing() {
        figures.breach(breach("a", BreachState.OPENED, null));
        figures.breach(SloBreach.newBuilder(breach("b", BreachState.OPENED, left(0.1)))
                .setRun("another")
                .build());
        assertThat(figures.worstBurnRate()).isEmpty();
        assertThat(figures.breaches()).isEqualTo(1);
    }
}
