package io.tidemark.streams.breaches;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachEnd;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.ObjectiveKind;
import io.tidemark.events.ObjectiveState;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.objectives.EvidenceCounts;
import io.tidemark.streams.objectives.ObjectiveValue;
import io.tidemark.streams.objectives.WindowEvidence;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class BreachTextTest {
    private static final String OPENED = "p50 of e2e over 10 s is 1,500 ms, limit 1,000 ms: 6 of 10 are worse.";
    private static final String WORST = "p50 of e2e over 10 s is 2,500 ms, limit 1,000 ms: 8 of 10 are worse.";

    private final Breach provisional = Breach.open(4, window(4, 1500, 6), Finality.PROVISIONAL);
    private final Breach worst =
            Breach.open(4, window(4, 1500, 6), Finality.FINAL).worse(window(5, 2500, 8), Finality.FINAL);

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    @Test
    void aBreachMayBeRetractedUntilSettledSecondsHaveShownIt() {
        assertThat(text(BreachState.OPENED, provisional, false))
                .isEqualTo(OPENED + " Provisional: it may be retracted.");
        assertThat(text(BreachState.UPDATED, provisional.worse(window(5, 2500, 8), Finality.PROVISIONAL), true))
                .isEqualTo(WORST + " Its newest figures are provisional.");
    }

    @Test
    void aBreachThatClearedSaysHowBadItWas() {
        assertThat(text(BreachState.CLOSED, worst.closed(window(14, 300, 0), Finality.FINAL, BreachEnd.CLEARED), true))
                .isEqualTo("p50 of e2e over 10 s is 300 ms, limit 1,000 ms: 0 of 10 are worse."
                        + " Its worst value was 2,500 ms.");
    }

    @Test
    void aBreachThatEndedWithItsStepStaysOpenNoLonger() {
        Breach flapping = worst.keptOpen();
        assertThat(text(BreachState.UPDATED, flapping, true))
                .isEqualTo(WORST + " It opened and closed too often and stays open until it is stable.");
        assertThat(text(BreachState.CLOSED, flapping.closed(window(6, 2500, 8), Finality.FINAL, BreachEnd.ENDED), true))
                .isEqualTo(WORST + " Closed with the end of its step."
                        + " It opened and closed too often and was kept open.");
    }

    @Test
    void aBreachThatIsRetractedSaysOnWhichFiguresItOpened() {
        assertThat(text(
                        BreachState.RETRACTED,
                        worst.closed(window(14, 300, 0), Finality.FINAL, BreachEnd.CLEARED),
                        false))
                .isEqualTo("Retracted: later figures do not confirm it. It opened on these: " + OPENED);
    }

    /** The window that ends at a second: of ten requests so many are bad. */
    private static WindowEvidence window(long second, long millis, long bad) {
        return new WindowEvidence(
                second, ObjectiveValue.of(millis * 1e6), new EvidenceCounts(10, bad, 0, 0, 0), Optional.empty());
    }

    private static String text(BreachState state, Breach breach, boolean confirmed) {
        ObjectiveState median = ObjectiveState.newBuilder()
                .setName("median")
                .setKind(ObjectiveKind.QUANTILE)
                .setMetric(MetricName.E2E)
                .setQuantile(0.5)
                .setLimitNanos(1_000_000_000L)
                .setWindowSeconds(10)
                .build();
        return BreachText.of(ObjectiveCondition.window(median), new BreachChange(state, breach, confirmed));
    }
}
