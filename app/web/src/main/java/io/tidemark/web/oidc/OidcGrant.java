package io.tidemark.web.oidc;

import io.tidemark.schemas.Team;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What holders of tokens with a claim may do.
 *
 * @param claim its name, or the path to it through objects: {@code realm_access.roles}
 * @param value that it must have, or hold as one of several
 */
public record OidcGrant(String claim, String value, Caller.Grant grant) {
    /** Greedy, so that a value may hold colons: the last two parts are scopes and team. */
    private static final Pattern FORM = Pattern.compile("([^=]+)=(.+):([^:]+):([^:]+)");

    private static final String ALL_TEAMS = "*";

    /** The one claim whose text is a list, by RFC 9068. */
    private static final String SCOPE = "scope";

    /**
     * Reads {@code CLAIM=VALUE:SCOPE[,SCOPE]:TEAM}; the team {@code *} is all teams.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static OidcGrant parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "must be CLAIM=VALUE:SCOPE[,SCOPE]:TEAM, such as groups=perf-readers:read:perf, but was " + text);
        }
        Set<Scope> scopes =
                Arrays.stream(parts.group(3).split(",", -1)).map(Scope::of).collect(Collectors.toSet());
        String team = parts.group(4);
        return new OidcGrant(
                parts.group(1),
                parts.group(2),
                new Caller.Grant(team.equals(ALL_TEAMS) ? Optional.empty() : Optional.of(new Team(team)), scopes));
    }

    /** Whether a token with these claims has it. */
    boolean isIn(Map<String, Object> claims) {
        return found(claims).flatMap(this::values).anyMatch(value::equals);
    }

    /** A claim of the whole name comes before a path: names of claims may be URLs. */
    private Stream<Object> found(Map<String, Object> claims) {
        if (claims.containsKey(claim)) {
            return Stream.ofNullable(claims.get(claim));
        }
        Object at = claims;
        for (String step : claim.split("\\.", -1)) {
            at = at instanceof Map<?, ?> object ? object.get(step) : null;
            if (at == null) {
                return Stream.empty();
            }
        }
        return Stream.of(at);
    }

    private Stream<String> values(Object found) {
        if (found instanceof Collection<?> several) {
            return several.stream().map(String::valueOf);
        }
        return claim.equals(SCOPE)
                ? Arrays.stream(String.valueOf(found).split(" ", -1))
                : Stream.of(String.valueOf(found));
    }
}
