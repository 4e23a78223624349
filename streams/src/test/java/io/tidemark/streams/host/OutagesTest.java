package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.schemas.Team;
import io.tidemark.streams.meter.StreamsMeter;
import io.tidemark.streams.meter.TeamMeters;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;

class OutagesTest {
    private static final RestartPolicy SHORT = new RestartPolicy(
            new ExponentialBackoff(Duration.ofMillis(1), Duration.ofMillis(1)),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ZERO);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final StreamsExceptionHandler failures = new StreamsExceptionHandler(
            "tidemark.alpha.streams", () -> Instant.EPOCH, SHORT, new TeamMeters(registry, new Team("alpha")));

    @Test
    void aThreadThatDiedOfAnOutageIsReplaced() {
        assertThat(failures.handle(new StreamsException("task 0_1", new TimeoutException("no answer in 60000 ms"))))
                .isEqualTo(StreamThreadExceptionResponse.REPLACE_THREAD);
        assertThat(failures.end()).isEmpty();
        assertThat(count("outage")).isEqualTo(1);
    }

    @Test
    void anErrorThatIsNoOutageEndsTheApplicationWithItsCause() {
        assertThat(failures.handle(new StreamsException("task 0_1", new IllegalStateException("a bug"))))
                .isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
        assertThat(failures.end()).hasValue("java.lang.IllegalStateException: a bug");
        assertThat(count("defect")).isEqualTo(1);
    }

    @Test
    void credentialsThatAreRefusedAreNoOutage() {
        assertThat(RecoverableErrors.isOutage(new StreamsException(new AuthenticationException("wrong password"))))
                .isFalse();
    }

    @Test
    void anErrorOfTheJvmIsNoOutage() {
        assertThat(failures.handle(new StackOverflowError())).isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
    }

    @Test
    void aLostTopicEndsTheApplicationUntilItIsBack() {
        assertThat(failures.handle(new MissingSourceTopicException("tidemark.alpha.tokens")))
                .isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
        assertThat(count("defect")).isZero();
    }

    private double count(String kind) {
        return registry.get(StreamsMeter.FAILURES.id())
                .tag("kind", kind)
                .counter()
                .count();
    }
}
