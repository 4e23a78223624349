package io.tidemark.servers.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class GuardTest {
    /** So many at once that threads wait for a processor. */
    private static final int GUARDS = 20;

    @Test
    void exitStatusIsKnownOnceTheEndWasWaitedFor() {
        List<CompletableFuture<OptionalInt>> ends = IntStream.range(0, GUARDS)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> endOf("01ARZ3NDEKTSV4RRFFQ69G5F%02d".formatted(i)), task -> new Thread(task).start()))
                .toList();

        assertThat(ends).extracting(CompletableFuture::join).containsOnly(OptionalInt.of(128 + 15));
    }

    private static OptionalInt endOf(String startId) {
        Guard guard = Guard.start(
                new GuardedCommand(
                        startId,
                        List.of("sleep", "300"),
                        Map.of(),
                        Optional.empty(),
                        Duration.ofMinutes(2),
                        "",
                        Optional.empty(),
                        false),
                GuardTest::drain);
        guard.close();
        guard.awaitEnd(Duration.ofMinutes(5));
        return guard.status();
    }

    private static void drain(InputStream output) {
        try {
            output.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
