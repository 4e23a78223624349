package io.tidemark.web.access;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.schemas.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * When each token was last used: a file beside that of the tokens, {@code NAME.used}, written at most once a minute. Where it cannot be written, as
 * beside a mounted secret, uses are not recorded. Several servers may share it: each keeps the later time. Thread-safe.
 */
public final class LastUses implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LastUses.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final TypeReference<TreeMap<String, String>> TIMES = new TypeReference<>() {};
    private static final Duration BETWEEN_WRITES = Duration.ofMinutes(1);

    private final Path file;
    private final Map<String, Instant> unwritten = new HashMap<>();
    private Instant written = Instant.MIN;
    private boolean writable = true;

    LastUses(TokenFile tokens) {
        this.file = file(tokens);
    }

    private static Path file(TokenFile tokens) {
        return tokens.path().resolveSibling(tokens.path().getFileName() + ".used");
    }

    /** By id of token; empty where no server could write. */
    public static Map<String, Instant> read(TokenFile tokens) {
        try {
            return times(file(tokens));
        } catch (IOException | DateTimeException e) {
            throw new InvalidTokenFileException("last uses of access tokens: " + e.getMessage(), e);
        }
    }

    synchronized void used(String id, Instant now) {
        unwritten.put(id, now);
        if (!now.isBefore(written.equals(Instant.MIN) ? now : written.plus(BETWEEN_WRITES))) {
            write();
            written = now;
        }
    }

    private void write() {
        if (!writable || unwritten.isEmpty()) {
            return;
        }
        try {
            Map<String, Instant> all = times(file);
            unwritten.forEach((id, at) -> all.merge(id, at, (one, other) -> one.isAfter(other) ? one : other));
            Map<String, String> texts = new TreeMap<>();
            all.forEach((id, at) -> texts.put(id, at.toString()));
            PrivateFiles.replace(file, JSON.writeValueAsString(texts) + "\n");
            unwritten.clear();
        } catch (IOException | DateTimeException e) {
            writable = false;
            LOG.info("when tokens are used is not kept: {}: {}", file, e.toString());
        }
    }

    private static Map<String, Instant> times(Path file) throws IOException {
        Map<String, Instant> times = new TreeMap<>();
        if (Files.exists(file)) {
            JSON.readValue(Files.readString(file), TIMES).forEach((id, at) -> times.put(id, Instant.parse(at)));
        }
        return times;
    }

    @Override
    public synchronized void close() {
        write();
    }
}
