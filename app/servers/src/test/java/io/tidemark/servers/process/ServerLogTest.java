package io.tidemark.servers.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.server.LogBounds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
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
    void shortLogIsKeptAsItIs() throws IOException {
        Path file = folder.resolve("x.log");
        try (ServerLog log = ServerLog.create(file, LogBounds.DEFAULT, new SecretMask(List.of()), line -> {})) {
            log.readFrom(new ByteArrayInputStream("one\ntwo".getBytes(StandardCharsets.UTF_8)));
        }

        assertThat(Files.readString(file)).isEqualTo("one\ntwo\n");
    }

    private long sizeOfAll() throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
