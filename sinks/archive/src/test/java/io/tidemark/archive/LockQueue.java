package io.tidemark.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Who waits for a lock on a file, as Linux tells in {@code /proc/locks}. */
public final class LockQueue {
    private static final Path LOCKS = Path.of("/proc/locks");

    private LockQueue() {}

    /** Returns when a process waits for a lock on that file. */
    public static void awaitWaiter(Path file, long pid) throws IOException, InterruptedException {
        // 3: -> FLOCK  ADVISORY  READ 4711 fe:00:2155666 0 EOF
        Pattern waiting = Pattern.compile("\\d+: +-> FLOCK +ADVISORY +\\w+ +" + pid + " +\\w+:\\w+:"
                + Files.getAttribute(file, "unix:ino") + " .*");
        for (int i = 0; i < 15_000; i++) {
            try (Stream<String> locks = Files.lines(LOCKS)) {
                if (locks.anyMatch(lock -> waiting.matcher(lock).matches())) {
                    return;
                }
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError(
                "process " + pid + " did not wait for " + file + " within 300 s: " + Files.readString(LOCKS));
    }
}
