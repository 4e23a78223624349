package io.tidemark.cluster.registry.access;

import static io.tidemark.cluster.registry.access.SubjectOperation.ALTER_CONFIGS;
import static io.tidemark.cluster.registry.access.SubjectOperation.READ;
import static io.tidemark.cluster.registry.access.SubjectOperation.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.registry.RegistryError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RegistryUsersTest {
    /** A password that is checked must not take a second of the test. */
    private static final int FEW_ITERATIONS = 1_000;

    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir
    private Path folder;

    private static RegistryUser user(String password, String... rights) {
        return new RegistryUser(
                PasswordHash.of(password, FEW_ITERATIONS, RANDOM),
                List.of(rights).stream().map(SubjectRight::parse).toList());
    }

    private Path written(String text) throws IOException {
        Path file = folder.resolve("users.json");
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    @Test
    void areReadAsTheyWereWrittenAndAreTheirOwnersAlone() throws Exception {
        RegistryUsers users = RegistryUsers.NONE
                .with(
                        "perf-producer",
                        user("one", "Read tidemark.perf.tokens-value", "Write tidemark.perf.tokens-value"))
                .with("CN=perf-reader,O=Tide", user("two", "Read tidemark.perf.*"));
        Path file = folder.resolve("users.json");

        users.write(file);

        assertThat(RegistryUsers.read(file)).isEqualTo(users);
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.readString(file)).doesNotContain("one").doesNotContain("two");
    }

    @Test
    void aFileThatOthersMayReadIsRefused() throws Exception {
        Path file = written("{}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> RegistryUsers.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("users.json has mode rw-r--r--");
    }

    @Test
    void aFileThatTheOwnersGroupMayReadStaysSo() throws Exception {
        Path file = written("{}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

        RegistryUsers.NONE.with("ana", user("tide")).write(file);

        assertThat(RegistryUsers.read(file).users()).containsOnlyKeys("ana");
        assertThat(Files.getPosixFilePermissions(file)).isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"ana\": {\"password\": \"secret\"}} | user ana: must have \"password\" and \"rights\"",
                "{\"ana\": {\"password\": \"secret\", \"rights\": []}} | user ana: a password must be stored as",
                "{\"ana\": {\"password\": \"secret\", \"role\": \"admin\"}} | users.json, line 1: must be a JSON object",
                "[\"secret\"] | users.json, line 1: must be a JSON object of users"
            })
    void whatIsWrongIsNamedWithoutPasswords(String text, String message) throws Exception {
        Path file = written(text);
        assertThatThrownBy(() -> RegistryUsers.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "Read, must be an operation and subjects",
        "read a, an operation must be one of",
        "Own a, an operation must be one of"
    })
    void aRightThatIsNoneIsRefused(String right, String message) {
        assertThatThrownBy(() -> SubjectRight.parse(right))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "Read a.*,    READ,  a.b,    true",
        "Read a.*,    READ,  a.,     true",
        "Read a.*,    WRITE, a.b,    false",
        "Read a.*,    READ,  A.b,    false",
        "Read a.*,    READ,  b/a.b,  false",
        "Write a,     WRITE, a,      true",
        "Write a,     READ,  a,      false",
        "Write a,     WRITE, aa,     false",
        "All *,       DELETE, a,     true",
        "All a,       ALTER_CONFIGS, a, true"
    })
    void aRightIsForItsOperationAndSubjects(
            String right, SubjectOperation operation, String subject, boolean expected) {
        assertThat(new Caller("ana", Set.of(SubjectRight.parse(right))).may(operation, subject))
                .isEqualTo(expected);
    }

    @Test
    void whatHoldsForAllSubjectsNeedsARightToAll() {
        Caller some = new Caller("ana", Set.of(SubjectRight.parse("All a*"), SubjectRight.parse("Read *")));
        assertThatThrownBy(() -> some.requireOnAll(ALTER_CONFIGS))
                .isInstanceOf(RegistryError.class)
                .hasMessage("User ana is denied operation AlterConfigs on Subject: *");
        some.requireOnAll(READ);
    }

    @Test
    void aChangedFileHoldsAndForgetsWhoWasLetIn() throws Exception {
        Path file = folder.resolve("users.json");
        RegistryUsers.NONE.with("ana", user("tide", "Read a")).write(file);
        UserLogins logins = UserLogins.open(file);
        BasicCredentials ana = new BasicCredentials("ana", "tide");
        assertThat(logins.remembered(ana)).isEmpty();
        assertThat(logins.check(ana).may(WRITE, "a")).isFalse();
        assertThat(logins.remembered(ana)).isPresent();
        assertThat(logins.remembered(new BasicCredentials("ana", "other"))).isEmpty();

        RegistryUsers.NONE.with("ana", user("tide", "Write a")).write(file);
        logins.refresh();

        assertThat(logins.remembered(ana)).isEmpty();
        assertThat(logins.check(ana).may(WRITE, "a")).isTrue();

        RegistryUsers.NONE.write(file);
        logins.refresh();

        assertThat(logins.remembered(ana)).isEmpty();
        assertThatThrownBy(() -> logins.check(ana)).isInstanceOf(RegistryError.class);
    }

    @Test
    void aFileThatCannotBeReadChangesNothing() throws Exception {
        Path file = folder.resolve("users.json");
        RegistryUsers.NONE.with("ana", user("tide", "Read a")).write(file);
        UserLogins logins = UserLogins.open(file);

        written("{");
        logins.refresh();

        assertThat(logins.check(new BasicCredentials("ana", "tide")).may(READ, "a"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({"Bearer YW5hOnRpZGU=", "Basic !!!", "Basic YW5h", "Basic", "''"})
    void aHeaderThatCarriesNoNameAndPasswordIsNone(String header) {
        assertThat(BasicCredentials.parse(header)).isEmpty();
    }

    @Test
    void thePasswordBeginsAfterTheFirstColon() {
        assertThat(BasicCredentials.parse("basic YW5hOnRpOmRl")).contains(new BasicCredentials("ana", "ti:de"));
    }
}
