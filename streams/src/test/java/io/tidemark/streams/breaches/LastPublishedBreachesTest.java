package io.tidemark.streams.breaches;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.BreachState;
import io.tidemark.events.SloBreach;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LastPublishedBreachesTest {
    private final LastPublishedBreaches published = new LastPublishedBreaches();

    @BeforeAll
    static void trustEvents() {
        TrustedEventClasses.trust();
    }

    @Test
    void whatIsToldAgainAndAgainIsNotForgottenBeforeWhatWasToldOnce() {
        published.put(breach("lasting", 1));
        for (int i = 0; i < 1_500; i++) {
            published.put(breach("short " + i, 1));
            published.put(breach("lasting", 2));
        }
        assertThat(published.differs(breach("lasting", 2))).isFalse();
        assertThat(published.differs(breach("lasting", 3))).isTrue();
        assertThat(published.differs(breach("short 0", 1))).as("forgotten").isTrue();
    }

    private static SloBreach breach(String id, double value) {
        return SloBreach.newBuilder()
                .setBreach(id)
                .setRun("run")
                .setStep(0)
                .setTarget("target")
                .setObjective("objective")
                .setState(BreachState.UPDATED)
                .setOpened(Instant.EPOCH)
                .setUpdated(Instant.EPOCH)
                .setLimit(1)
                .setValue(value)
                .setWorst(value)
                .build();
    }
}
