package io.tidemark.web.oidc;

import java.util.regex.Pattern;

/**
 * Where a browser goes after a login: a page of this server, never another site.
 *
 * @param text a path with its query
 */
public record ReturnPath(String text) {
    /** The first page. */
    public static final ReturnPath FIRST_PAGE = new ReturnPath("/");

    /**
     * One slash and printable ASCII. Browsers read a second slash or a backslash as the beginning of a host, and leave out tabs and line ends. A
     * fragment is not needed.
     */
    private static final Pattern OWN = Pattern.compile("/(?!/)[!\"$-\\[\\]-~]*");

    /** What is no page; the start of a login would lead to itself. */
    private static final Pattern NO_PAGE = Pattern.compile("/(login|api)([/?].*)?");

    private static final int LONGEST = 2_048;

    /** A path that a request asks for; the first page in the place of one that is no page of this server. */
    public static ReturnPath of(String asked) {
        boolean own = asked.length() <= LONGEST
                && OWN.matcher(asked).matches()
                && !NO_PAGE.matcher(asked).matches();
        return own ? new ReturnPath(asked) : FIRST_PAGE;
    }

    @Override
    public String toString() {
        return text;
    }
}
