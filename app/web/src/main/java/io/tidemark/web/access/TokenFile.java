package io.tidemark.web.access;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.files.FileMode;
import io.tidemark.schemas.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A file of tokens: JSON, one object per token, hashes only. It may be a mounted secret that this process cannot write. */
public record TokenFile(Path path) {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();

    private record Document(@Nullable List<Entry> tokens) {}

    private record Entry(
            @Nullable String id,
            @Nullable String sha256,
            @Nullable String team,
            @Nullable List<String> scopes,
            @Nullable String created,
            @Nullable String expires,
            @Nullable String revoked,
            @Nullable String note) {}

    /** @throws InvalidTokenFileException if it is missing, open to other users, or not of this form */
    public List<AccessToken> read() {
        try {
            FileMode.requireSecret(path);
            return parsed(Files.readString(path));
        } catch (NoSuchFileException e) {
            throw new InvalidTokenFileException(
                    "access tokens: there is no file " + path + "; `tidemark admin token add --tokens " + path
                            + "` makes it",
                    e);
        } catch (IOException e) {
            throw InvalidTokenFileException.unreadable(e);
        }
    }

    /** The same; none if there is no file yet. */
    public List<AccessToken> readIfThere() {
        return Files.exists(path) ? read() : List.of();
    }

    /**
     * Reads, changes and writes under a lock, so that of two changes at a time none is lost. A new file has mode 0600.
     *
     * @throws InvalidTokenFileException if it cannot be read or written
     */
    public void change(UnaryOperator<List<AccessToken>> change) {
        try {
            PrivateFiles.changeAlone(path, () -> PrivateFiles.replace(path, text(change.apply(readIfThere()))));
        } catch (IOException e) {
            throw InvalidTokenFileException.unreadable(e);
        }
    }

    private static String text(List<AccessToken> tokens) throws JacksonException {
        return JSON.writeValueAsString(
                        new Document(tokens.stream().map(TokenFile::entry).toList()))
                + "\n";
    }

    private static Entry entry(AccessToken token) {
        return new Entry(
                token.id(),
                token.sha256(),
                token.team().map(Team::name).orElse(null),
                token.scopes().stream().sorted().map(Scope::word).toList(),
                token.created().toString(),
                token.expires().toString(),
                token.revoked().map(Instant::toString).orElse(null),
                token.note());
    }

    private List<AccessToken> parsed(String text) {
        Document document;
        try {
            document = JSON.readValue(text, Document.class);
        } catch (JacksonException e) {
            throw new InvalidTokenFileException(path + ": not a file of access tokens: " + e.getOriginalMessage(), e);
        }
        List<Entry> entries = document == null || document.tokens() == null ? List.of() : document.tokens();
        List<AccessToken> tokens = new ArrayList<>();
        for (Entry entry : entries) {
            String place = "tokens[" + tokens.size() + "]";
            try {
                tokens.add(token(entry));
            } catch (IllegalArgumentException | DateTimeException e) {
                throw new InvalidTokenFileException(path + ": " + place + ": " + e.getMessage(), e);
            }
        }
        return tokens;
    }

    private static AccessToken token(Entry entry) {
        return new AccessToken(
                required("id", entry.id()),
                required("sha256", entry.sha256()),
                Optional.ofNullable(entry.team()).map(Team::new),
                required("scopes", entry.scopes()).stream().map(Scope::of).collect(Collectors.toSet()),
                Instant.parse(required("created", entry.created())),
                Instant.parse(required("expires", entry.expires())),
                Optional.ofNullable(entry.revoked()).map(Instant::parse),
                entry.note() == null ? "" : entry.note());
    }

    private static <T> T required(String name, @Nullable T value) {
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }
}
