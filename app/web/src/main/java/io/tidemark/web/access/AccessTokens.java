package io.tidemark.web.access;

import io.tidemark.schemas.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens of a file, as it stands: it is looked at for each token that is presented, and read again when it changed. So a token that was revoked
 * is refused at once. A file that can no longer be used gives no access.
 */
public final class AccessTokens implements BearerTokens, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccessTokens.class);
    private static final Version GONE = new Version(FileTime.fromMillis(0), -1, null);

    private final TokenFile file;
    private final InstantSource clock;
    private final LastUses uses;
    private List<AccessToken> tokens;
    private Version version;

    /** Detects whether a file was changed, or another put in its place. */
    private record Version(
            FileTime modified, long sizeBytes, @Nullable Object key) {}

    private AccessTokens(TokenFile file, InstantSource clock, List<AccessToken> tokens, Version version) {
        this.file = file;
        this.clock = clock;
        this.uses = new LastUses(file);
        this.tokens = tokens;
        this.version = version;
    }

    /** @throws InvalidTokenFileException if the file cannot be used now */
    public static AccessTokens open(TokenFile file, InstantSource clock) {
        try {
            Version version = version(file);
            return new AccessTokens(file, clock, file.read(), version);
        } catch (IOException e) {
            throw InvalidTokenFileException.unreadable(e);
        }
    }

    @Override
    public Optional<Caller> caller(String token) {
        byte[] hash = Sha256.bytes(token);
        Instant now = clock.instant();
        Optional<AccessToken> found = of(current(), hash).filter(known -> known.state(now) == AccessToken.State.VALID);
        found.ifPresent(known -> uses.used(known.id(), now));
        return found.map(AccessToken::caller);
    }

    /** Compares with all of them, whichever matches, so that the time reveals nothing. */
    private static Optional<AccessToken> of(List<AccessToken> tokens, byte[] hash) {
        Optional<AccessToken> found = Optional.empty();
        for (AccessToken token : tokens) {
            if (token.isOf(hash)) {
                found = Optional.of(token);
            }
        }
        return found;
    }

    private synchronized List<AccessToken> current() {
        Version now;
        try {
            now = version(file);
        } catch (IOException e) {
            now = GONE;
        }
        if (!now.equals(version)) {
            version = now;
            tokens = readOrNone();
        }
        return tokens;
    }

    private List<AccessToken> readOrNone() {
        try {
            return file.read();
        } catch (InvalidTokenFileException e) {
            LOG.error("no access token is taken until this is mended: {}", e.getMessage());
            return List.of();
        }
    }

    private static Version version(TokenFile file) throws IOException {
        try {
            BasicFileAttributes now = Files.readAttributes(file.path(), BasicFileAttributes.class);
            return new Version(now.lastModifiedTime(), now.size(), now.fileKey());
        } catch (NoSuchFileException e) {
            return GONE;
        }
    }

    @Override
    public void close() {
        uses.close();
    }
}
