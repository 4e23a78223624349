package io.tidemark.servers.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.server.LogBounds;
import io.tidemark.servers.diagnose.OutputScan;
import io.tidemark.servers.diagnose.ServerFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ServerLogTest {
    @TempDir
    private Path folder;

    @Test
    void headAndTailAreKeptWithinTheirBounds() throws IOException {
        Path file = folder.resolve("logs/x.log");
        // 10 bytes a line: 10 of the beginning, and between 10 and 20 of the end.
        String text =
                IntStream.range(0, 1_000).mapToObj("line %04d\n"::formatted).collect(Collectors.joining());
        try (ServerLog log = ServerLog.create(file, new LogBounds(100, 100), new SecretMask(List.of()), line -> {})) {
            log.readFrom(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
            assertThat(sizeOfAll()).isLessThanOrEqualTo(300);
        }

        List<String> lines = Files.readAllLines(file);
        assertThat(lines.subList(0, 10)).first().isEqualTo("line 0000");
        assertThat(lines.get(10)).matches("\\.\\.\\. \\d+ bytes left out \\.\\.\\.");
        assertThat(lines).last().isEqualTo("line 0999");
        assertThat(lines.size()).isBetween(21, 31);
        assertThat(file.getParent().toFile().list()).containsExactly("x.log");
    }

    @Test
    void secretsAreNeverWrittenAndTheFileIsItsOwnersAlone() throws IOException {
        Path file = folder.resolve("x.log");
        List<String> heard = new ArrayList<>();
        try (ServerLog log =
                ServerLog.create(file, LogBounds.DEFAULT, new SecretMask(List.of("s3cr3t-key", "abc")), heard::add)) {
            log.readFrom(new ByteArrayInputStream("token=s3cr3t-key abc\n".getBytes(StandardCharsets.UTF_8)));
            assertThat(log.lastLines()).containsExactly("token=******** abc");
        }

        assertThat(Files.readString(file)).isEqualTo("token=******** abc\n");
        assertThat(heard).containsExactly("token=******** abc");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void colouredErrorBoxOfTyperIsReadAsABadFlag() throws IOException {
        Path file = folder.resolve("x.log");
        OutputScan scan = new OutputScan(Optional.empty());
        try (ServerLog log = ServerLog.create(file, LogBounds.DEFAULT, new SecretMask(List.of()), scan::line)) {
            log.readFrom(output("""
                    \u001b[31m╭─\u001b[0m\u001b[31m Error \u001b[0m\u001b[31m────╮\u001b[0m
                    \u001b[31m│\u001b[0m No such option: \u001b[1;36m-\u001b[0m\u001b[1;36m-max-batch\u001b[0m \u001b[31m│\u001b[0m
                    \u001b[31m╰──────────────╯\u001b[0m
                    """));
            assertThat(log.lastLines())
                    .containsExactly("╭─ Error ────╮", "│ No such option: --max-batch │", "╰──────────────╯");
        }

        assertThat(scan.failure().orElseThrow().getKey().failure()).isEqualTo(ServerFailure.BAD_FLAG);
        assertThat(scan.failure().orElseThrow().getValue()).isEqualTo("│ No such option: --max-batch │");
    }

    @Test
    void secretWithAColourInsideIsMasked() throws IOException {
        Path file = folder.resolve("x.log");
        try (ServerLog log =
                ServerLog.create(file, LogBounds.DEFAULT, new SecretMask(List.of("s3cr3t-key")), line -> {})) {
            log.readFrom(output("token=s3cr3t\u001b[0m-key \u001b]8;;http://x\u001b\\docs\u001b]8;;\u0007\n"));
        }

        assertThat(Files.readString(file)).isEqualTo("token=******** docs\n");
    }

    @Test
    void shortLogIsKeptAsItIs() throws IOException {
        Path file = folder.resolve("x.log");
        try (ServerLog log = ServerLog.create(file, LogBounds.DEFAULT, new SecretMask(List.of()), line -> {})) {
            log.readFrom(new ByteArrayInputStream("one\ntwo".getBytes(StandardCharsets.UTF_8)));
        }

        assertThat(Files.readString(file)).isEqualTo("one\ntwo\n");
    }

    private static ByteArrayInputStream output(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private long sizeOfAll() throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
