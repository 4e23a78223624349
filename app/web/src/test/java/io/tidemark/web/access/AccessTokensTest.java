package io.tidemark.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.schemas.Team;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTokensTest {
    private static final Instant START = Instant.parse("2026-11-26T08:00:00Z");
    private static final Team PERF = new Team("perf");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final SecureRandom random = new SecureRandom();
    private TokenFile file = new TokenFile(Path.of("tokens.json"));

    @BeforeEach
    void file(@TempDir Path folder) {
        file = new TokenFile(folder.resolve("tokens.json"));
    }

    @Test
    void aTokenIsItsTeamsWithItsScopesUntilItExpires() {
        AccessToken.Made made = add(Set.of(Scope.READ), Optional.of(PERF));
        try (AccessTokens tokens = AccessTokens.open(file, now::get)) {
            assertThat(tokens.caller(made.secret().text()))
                    .contains(new Caller("token " + made.token().id(), Optional.of(PERF), Set.of(Scope.READ)));
            now.set(START.plus(Duration.ofDays(1)).minusNanos(1));
            assertThat(tokens.caller(made.secret().text())).isPresent();
            now.set(START.plus(Duration.ofDays(1)));
            assertThat(tokens.caller(made.secret().text())).as("expired").isEmpty();
        }
    }

    @Test
    void whatIsNoTokenIsNobodys() {
        AccessToken.Made made = add(Set.of(Scope.READ), Optional.empty());
        String secret = made.secret().text();
        try (AccessTokens tokens = AccessTokens.open(file, now::get)) {
            assertThat(tokens.caller("")).isEmpty();
            assertThat(tokens.caller(secret + "x")).isEmpty();
            assertThat(tokens.caller(secret.substring(0, secret.length() - 1))).isEmpty();
            assertThat(tokens.caller(made.token().id())).isEmpty();
            assertThat(tokens.caller(made.token().sha256()))
                    .as("the hash is no secret")
                    .isEmpty();
        }
    }

    @Test
    void aTokenThatIsRevokedIsRefusedAtOnceAndANewOneTaken() {
        AccessToken.Made first = add(Set.of(Scope.READ), Optional.empty());
        try (AccessTokens tokens = AccessTokens.open(file, now::get)) {
            AccessToken.Made second = add(Set.of(Scope.ADMIN), Optional.empty());
            assertThat(tokens.caller(second.secret().text())).isPresent();
            assertThat(tokens.caller(first.secret().text())).isPresent();
            file.change(all -> all.stream()
                    .map(token -> token.id().equals(first.token().id()) ? token.revokedAt(START) : token)
                    .toList());
            assertThat(tokens.caller(first.secret().text())).isEmpty();
            assertThat(tokens.caller(second.secret().text())).isPresent();
        }
    }

    @Test
    void aFileThatIsGoneOrBrokenLetsNobodyInUntilItIsMended() throws Exception {
        AccessToken.Made made = add(Set.of(Scope.READ), Optional.empty());
        try (AccessTokens tokens = AccessTokens.open(file, now::get)) {
            String good = Files.readString(file.path());
            Files.writeString(file.path(), "{");
            assertThat(tokens.caller(made.secret().text())).isEmpty();
            Files.delete(file.path());
            assertThat(tokens.caller(made.secret().text())).isEmpty();
            io.tidemark.schemas.files.PrivateFiles.replace(file.path(), good);
            assertThat(tokens.caller(made.secret().text())).isPresent();
        }
    }

    @Test
    void nothingOfTheSecretIsInTheFileNorInWhatIsLogged() throws Exception {
        AccessToken.Made made = add(Set.of(Scope.READ), Optional.empty());
        assertThat(made.secret().text()).matches("tdm_[A-Za-z0-9_-]{43}");
        assertThat(Files.readString(file.path()))
                .doesNotContain("tdm_")
                .contains(made.token().sha256());
        assertThat(made.toString()).doesNotContain(made.secret().text());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
                .isEqualTo("rw-------");
    }

    @Test
    void secretsAreNeverTheSame() {
        Set<String> secrets = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            secrets.add(TokenSecret.random(random).text());
        }
        assertThat(secrets).hasSize(1000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw-rw----", "rw-----w-"})
    void aFileThatOthersCanUseIsRefused(String mode) throws Exception {
        add(Set.of(Scope.READ), Optional.empty());
        Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString(mode));
        assertThatThrownBy(() -> AccessTokens.open(file, now::get))
                .isInstanceOf(InvalidTokenFileException.class)
                .hasMessageContaining(file.path() + " has mode " + mode)
                .hasMessageContaining("chmod 600");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "r--------", "r--r-----"})
    void asAMountedSecretItIsTaken(String mode) throws Exception {
        add(Set.of(Scope.READ), Optional.empty());
        Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString(mode));
        AccessTokens.open(file, now::get).close();
    }

    @Test
    void whatIsWrongInAFileIsNamed() throws Exception {
        assertThatThrownBy(() -> AccessTokens.open(file, now::get))
                .hasMessageContaining("there is no file " + file.path())
                .hasMessageContaining("tidemark admin token add");
        add(Set.of(Scope.READ), Optional.empty());
        String good = Files.readString(file.path());
        assertRefused(
                good.replace("\"read\"", "\"reed\""),
                "tokens[0]: scope must be one of publish, read, admin but was \"reed\"");
        assertRefused(good.replace("\"note\"", "\"notes\""), "notes");
        assertRefused(good.replace("\"expires\"", "\"revoked\""), "tokens[0]: expires is missing");
    }

    private void assertRefused(String text, String message) throws Exception {
        Files.writeString(file.path(), text);
        assertThatThrownBy(() -> AccessTokens.open(file, now::get)).hasMessageContaining(message);
    }

    @Test
    void theLastUseIsKeptAtMostOnceAMinuteAndAtTheEnd() {
        AccessToken.Made made = add(Set.of(Scope.READ), Optional.empty());
        String id = made.token().id();
        try (AccessTokens tokens = AccessTokens.open(file, now::get)) {
            assertThat(LastUses.read(file)).isEmpty();
            tokens.caller(made.secret().text());
            assertThat(LastUses.read(file)).containsEntry(id, START);
            now.set(START.plusSeconds(59));
            tokens.caller(made.secret().text());
            assertThat(LastUses.read(file)).containsEntry(id, START);
            now.set(START.plusSeconds(60));
            tokens.caller(made.secret().text());
            assertThat(LastUses.read(file)).containsEntry(id, START.plusSeconds(60));
            now.set(START.plusSeconds(70));
            tokens.caller(made.secret().text());
        }
        assertThat(LastUses.read(file)).as("closed").containsEntry(id, START.plusSeconds(70));
    }

    @Test
    void ofTwoChangesAtATimeNoneIsLost() throws Exception {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> add(Set.of(Scope.READ), Optional.empty()));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(file.read()).hasSize(8);
    }

    private AccessToken.Made add(Set<Scope> scopes, Optional<Team> team) {
        AccessToken.Made made = AccessToken.make(
                new AccessToken.Grant(team, scopes, START, START.plus(Duration.ofDays(1)), "a test"), random);
        file.change(all -> {
            List<AccessToken> more = new ArrayList<>(all);
            more.add(made.token());
            return more;
        });
        return made;
    }
}
