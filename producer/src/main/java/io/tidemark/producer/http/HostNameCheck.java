package io.tidemark.producer.http;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says what is wrong with the host of a URL. */
public final class HostNameCheck {
    private static final Pattern AUTHORITY = Pattern.compile("(?:.*@)?([^@:]*_[^@:]*)(?::\\d*)?");

    private HostNameCheck() {}

    /** Empty if its host is a name that URLs may have, or nothing more is known of it than that it has none. */
    public static Optional<String> problem(URI url) {
        Matcher authority = AUTHORITY.matcher(String.valueOf(url.getRawAuthority()));
        return url.getHost() == null && authority.matches()
                ? Optional.of("must be a URL whose host name is of letters, digits, '-' and '.', but "
                        + authority.group(1) + " has a '_': use another name of the host, or its address")
                : Optional.empty();
    }
}
