package io.tidemark.faults;

import io.tidemark.cluster.registry.RegistrySecurity;
import io.tidemark.cluster.registry.access.PasswordHash;
import io.tidemark.cluster.registry.access.RegistryUser;
import io.tidemark.cluster.registry.access.RegistryUsers;
import io.tidemark.cluster.registry.access.SubjectRight;
import io.tidemark.schemas.Team;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Users of a registry: one of all teams for hosts, and one of a team's producers. */
final class RegistryLogins {
    private static final String PASSWORD = "tide";
    private static final String HOSTS = "hosts";

    private RegistryLogins() {}

    /** With a file of users, of which the producers of one team have their own. */
    static RegistrySecurity users(Path file, Team team) {
        try {
            new RegistryUsers(new TreeMap<>(Map.of(
                            HOSTS,
                            user("All *"),
                            team.name(),
                            user("Read " + team.prefix() + "*", "Write " + team.prefix() + "*"))))
                    .write(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RegistrySecurity.Users(file, Optional.empty());
    }

    private static RegistryUser user(String... rights) {
        return new RegistryUser(
                PasswordHash.of(PASSWORD, 1_000, new SecureRandom()),
                Stream.of(rights).map(SubjectRight::parse).toList());
    }

    /** The registry client's settings for the login of hosts. */
    static Map<String, String> hosts() {
        return Map.of("basic.auth.credentials.source", "USER_INFO", "basic.auth.user.info", HOSTS + ":" + PASSWORD);
    }

    /** The value of the header {@code Authorization} for the login of a team's producers. */
    static String header(Team team) {
        byte[] login = (team.name() + ":" + PASSWORD).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(login);
    }
}
