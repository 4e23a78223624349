package io.tidemark.app.team;

import io.tidemark.schemas.Team;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclPermissionType;

/**
 * Who works for a team. One principal may be of several kinds: a person who measures and looks at results is producer and reader.
 *
 * @param names of Kafka users by kind, without {@code User:}
 */
public record TeamPrincipals(Team team, Map<PrincipalKind, Set<String>> names) {
    static final String USER = "User:";
    private static final String ANY_HOST = "*";
    private static final Pattern NAME = Pattern.compile("[^\\s'\"\\\\*]([^'\"\\\\\\n*]{0,198}[^\\s'\"\\\\*])?");

    public TeamPrincipals {
        Map<PrincipalKind, Set<String>> copy = new EnumMap<>(PrincipalKind.class);
        names.forEach((kind, users) -> copy.put(kind, sorted(users)));
        names = copy;
        all(names).forEach(TeamPrincipals::requireName);
        if (all(names).isEmpty()) {
            throw new IllegalArgumentException("a team must have at least one principal but " + team + " has none");
        }
    }

    /** One of each kind, called by the prefix and the kind. */
    public static TeamPrincipals prefixed(Team team, String prefix) {
        Map<PrincipalKind, Set<String>> names = new EnumMap<>(PrincipalKind.class);
        for (PrincipalKind kind : PrincipalKind.values()) {
            names.put(kind, Set.of(prefix + kind.word()));
        }
        return new TeamPrincipals(team, names);
    }

    /** Each user once, in alphabetical order. */
    public Set<String> all() {
        return all(names);
    }

    /** What a user is, in the order of the kinds. */
    public List<PrincipalKind> kinds(String user) {
        return names.entrySet().stream()
                .filter(entry -> entry.getValue().contains(user))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The rules that give all of them what their kinds may. */
    public Set<AclBinding> rules() {
        return names.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().flatMap(user -> rules(team, entry.getKey(), user).stream()))
                .collect(Collectors.toSet());
    }

    /** The rules that make a user one of a kind. */
    static Set<AclBinding> rules(Team team, PrincipalKind kind, String user) {
        return kind.rightsIn(team).stream()
                .map(right -> new AclBinding(
                        right.pattern(),
                        new AccessControlEntry(USER + user, ANY_HOST, right.operation(), AclPermissionType.ALLOW)))
                .collect(Collectors.toSet());
    }

    private static Set<String> all(Map<PrincipalKind, Set<String>> names) {
        return sorted(names.values().stream().flatMap(Collection::stream).toList());
    }

    private static Set<String> sorted(Collection<String> users) {
        return new TreeSet<>(users);
    }

    /** The name stands in files, in shell commands and in JAAS settings. */
    private static void requireName(String user) {
        if (!NAME.matcher(user).matches()) {
            throw new IllegalArgumentException(
                    "the name of a principal must have 1 to 200 characters, no quotes, backslashes, line ends or *, and no"
                            + " blanks around it, but was \"" + user + "\"");
        }
    }
}
