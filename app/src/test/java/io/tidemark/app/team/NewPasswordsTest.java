package io.tidemark.app.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.team.AccessChange.Effect;
import io.tidemark.app.team.AccessChange.OfRegistryUser;
import io.tidemark.app.team.AccessChange.OfScramUser;
import io.tidemark.sinks.store.postgres.RoleChange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewPasswordsTest {
    private static final List<AccessChange> CHANGES = List.of(
            new OfScramUser(Effect.MADE, "ana"),
            new OfScramUser(Effect.REMOVED, "bob"),
            new OfRegistryUser(Effect.MADE, "ana"),
            new OfRegistryUser(Effect.REMOVED, "bob"));
    private static final List<RoleChange> ROLES =
            List.of(new RoleChange(true, "role", "ana", List.of()), new RoleChange(true, "grant", "tables", List.of()));

    private final SecureRandom random = new SecureRandom();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void oneNameOnKafkaInTheRegistryAndInTheStoreHasThreePasswordsInThreeFiles() throws Exception {
        for (NewPasswords made : List.of(
                NewPasswords.onKafka(CHANGES, random),
                NewPasswords.inRegistry(CHANGES, random),
                NewPasswords.inStore(ROLES, random))) {
            assertThat(made.passwords()).containsOnlyKeys("ana");
            Path file = made.write(folder).get("ana");
            assertThat(Files.readString(file)).contains(made.passwords().get("ana"));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
            assertThat(made.toString()).isEqualTo("NewPasswords[ana]");
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("ana.properties", "ana.registry.properties", "ana.password");
        }
    }

    /** Written to another name and renamed, so that no reader sees a part of it. */
    @Test
    void aFileTakesItsPlaceWhole() throws Exception {
        Path place = Files.createSymbolicLink(folder.resolve("ana.password"), folder.resolve("missing"));

        NewPasswords made = NewPasswords.inStore(ROLES, random);
        assertThat(made.write(folder)).containsEntry("ana", place);
        assertThat(place).isRegularFile().hasContent(made.passwords().get("ana"));
        assertThat(Files.isSymbolicLink(place)).isFalse();
    }

    @Test
    void aFileThatIsThereIsNotReplaced() throws Exception {
        Files.writeString(folder.resolve("ana.password"), "old");
        assertThatThrownBy(() -> NewPasswords.inStore(ROLES, random).write(folder))
                .isInstanceOf(IOException.class)
                .hasMessage(folder.resolve("ana.password") + " is there already");
        assertThat(folder.resolve("ana.password")).hasContent("old");
    }
}
