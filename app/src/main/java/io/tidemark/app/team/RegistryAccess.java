package io.tidemark.app.team;

import io.tidemark.app.team.AccessChange.Effect;
import io.tidemark.app.team.AccessChange.OfRegistryUser;
import io.tidemark.app.team.AccessChange.OfSubjectRight;
import io.tidemark.cluster.registry.access.PasswordHash;
import io.tidemark.cluster.registry.access.RegistryUser;
import io.tidemark.cluster.registry.access.RegistryUsers;
import io.tidemark.cluster.registry.access.SubjectRight;
import io.tidemark.schemas.Team;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What teams have in a registry of {@code serve registry}.
 *
 * @param there all users and rights
 */
public record RegistryAccess(RegistryUsers there) {
    /** What the principals of a team lack, in the order in which it is made. */
    public List<AccessChange> missing(TeamPrincipals principals) {
        List<AccessChange> changes = new ArrayList<>();
        for (String user : principals.all()) {
            RegistryUser known = there.users().get(user);
            if (known == null) {
                changes.add(new OfRegistryUser(Effect.MADE, user));
            }
            principals.kinds(user).stream()
                    .flatMap(kind -> kind.subjectRights(principals.team()).stream())
                    .distinct()
                    .sorted()
                    .filter(right -> known == null || !known.rights().contains(right))
                    .forEach(right -> changes.add(new OfSubjectRight(Effect.MADE, user, right)));
        }
        return changes;
    }

    /** How many things the principals of a team have in a registry. */
    public static int size(TeamPrincipals principals) {
        return new RegistryAccess(RegistryUsers.NONE).missing(principals).size();
    }

    /** Every team with a right on its own subjects. */
    public Set<Team> teams() {
        return there.users().values().stream()
                .flatMap(user -> user.rights().stream())
                .flatMap(right -> Team.owner(right.subjects()).stream())
                .collect(Collectors.toSet());
    }

    /** Users with a right on a team's own subjects, by the kinds whose rights they have whole. */
    public Map<String, List<PrincipalKind>> principals(Team team) {
        Map<String, List<PrincipalKind>> found = new TreeMap<>();
        there.users().forEach((user, known) -> {
            if (known.rights().stream().anyMatch(right -> right.isWithin(team.prefix()))) {
                found.put(
                        user,
                        Arrays.stream(PrincipalKind.values())
                                .filter(kind -> known.rights().containsAll(kind.subjectRights(team)))
                                .toList());
            }
        });
        return found;
    }

    /** What takes all rights on a team's subjects away, and users who have no other. */
    public List<AccessChange> removal(Team team) {
        return there.users().keySet().stream()
                .flatMap(user -> removal(team, user).stream())
                .toList();
    }

    /** The same of one user. */
    public List<AccessChange> removal(Team team, String user) {
        RegistryUser known = there.users().get(user);
        if (known == null) {
            return List.of();
        }
        List<AccessChange> changes = new ArrayList<>();
        known.rights().stream()
                .filter(right -> right.isWithin(team.prefix()))
                .forEach(right -> changes.add(new OfSubjectRight(Effect.REMOVED, user, right)));
        if (!changes.isEmpty() && changes.size() == known.rights().size()) {
            changes.add(new OfRegistryUser(Effect.REMOVED, user));
        }
        return changes;
    }

    /** @param passwords of the users that are made */
    public RegistryUsers with(List<AccessChange> changes, Map<String, String> passwords, SecureRandom random) {
        RegistryUsers users = there;
        for (AccessChange change : changes) {
            if (change instanceof OfRegistryUser user) {
                users = user.effect() == Effect.REMOVED
                        ? users.without(user.user())
                        : users.with(user.user(), newUser(passwords.get(user.user()), random));
            } else if (change instanceof OfSubjectRight right) {
                RegistryUser now = Objects.requireNonNull(users.users().get(right.user()), right.user());
                users = users.with(
                        right.user(),
                        right.effect() == Effect.MADE ? now.with(right.right()) : now.without(right.right()));
            }
        }
        return users;
    }

    /** Users who have all rights of a kind. */
    public List<String> users(Team team, PrincipalKind kind) {
        return there.users().entrySet().stream()
                .filter(user -> user.getValue().rights().containsAll(kind.subjectRights(team)))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** {@code ana Write tidemark.*}: rights that reach a team's subjects and that no kind of principal which the user is has. */
    public List<String> foreignRights(Team team) {
        return there.users().entrySet().stream()
                .flatMap(user -> user.getValue().rights().stream()
                        .filter(right -> right.reaches(team.prefix()))
                        .filter(right -> !isOfAKind(team, user.getKey(), right))
                        .map(right -> user.getKey() + " " + right))
                .toList();
    }

    private boolean isOfAKind(Team team, String user, SubjectRight right) {
        return Arrays.stream(PrincipalKind.values())
                .filter(kind -> users(team, kind).contains(user))
                .anyMatch(kind -> kind.subjectRights(team).contains(right));
    }

    private static RegistryUser newUser(@Nullable String password, SecureRandom random) {
        return new RegistryUser(PasswordHash.of(Objects.requireNonNull(password), random), List.of());
    }
}
