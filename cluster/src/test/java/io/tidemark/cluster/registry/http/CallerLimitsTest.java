package io.tidemark.cluster.registry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.registry.RegistryError;
import io.tidemark.cluster.registry.access.Caller;
import io.tidemark.cluster.registry.access.SubjectRight;
import io.tidemark.cluster.registry.http.CallerLimits.Limit;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class CallerLimitsTest {
    private static final Caller ANA = new Caller("ana", Set.of(SubjectRight.parse("Write a.*")));
    private static final Caller BOB = new Caller("bob", Set.of(SubjectRight.parse("Write b.*")));

    private long nanos = 7;
    private final CallerLimits limits = new CallerLimits(() -> nanos);

    private void take(Caller caller, Limit limit, int times) {
        for (int i = 0; i < times; i++) {
            limits.take(caller, limit);
        }
    }

    @Test
    void aUserIsRefusedWhoTakesMoreThanTheRate() {
        take(ANA, Limit.CHANGES, 100);
        assertThatThrownBy(() -> limits.take(ANA, Limit.CHANGES))
                .isInstanceOf(RegistryError.class)
                .hasMessage("User ana is over its limit of 5 changes and checks of schemas per second, and 100 at once")
                .satisfies(error -> {
                    assertThat(((RegistryError) error).code()).isEqualTo(42901);
                    assertThat(((RegistryError) error).httpStatus()).isEqualTo(429);
                });
        nanos += Duration.ofSeconds(2).toNanos();
        take(ANA, Limit.CHANGES, 10);
        assertThatThrownBy(() -> limits.take(ANA, Limit.CHANGES)).isInstanceOf(RegistryError.class);
    }

    @Test
    void oneUserTakesNothingFromAnotherNorOneLimitFromAnother() {
        take(ANA, Limit.CHANGES, 100);
        take(BOB, Limit.CHANGES, 100);
        take(ANA, Limit.REQUESTS, 2_000);
        take(ANA, Limit.NEW_SCHEMAS, 100);
        assertThatThrownBy(() -> limits.take(ANA, Limit.NEW_SCHEMAS)).hasMessageContaining("100 new schemas per day");
    }

    @Test
    void newSchemasComeBackOverADay() {
        take(ANA, Limit.NEW_SCHEMAS, 100);
        nanos += Duration.ofDays(30).toNanos();
        take(ANA, Limit.NEW_SCHEMAS, 100);
        assertThatThrownBy(() -> limits.take(ANA, Limit.NEW_SCHEMAS)).isInstanceOf(RegistryError.class);
    }

    @Test
    void whoMayDoEverythingHasNoLimit() {
        take(Caller.ANYBODY, Limit.NEW_SCHEMAS, 1_000);
    }
}
