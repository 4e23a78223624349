package io.tidemark.app.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where an answer is cut into writes. */
enum Cuts {
    /** For long answers it would take too long: those are cut into 7 bytes. */
    EVERY_BYTE {
        @Override
        boolean after(byte[] bytes, int at) {
            return bytes.length < 4_096 || at % 7 == 0;
        }
    },
    EVERY_SEVEN_BYTES {
        @Override
        boolean after(byte[] bytes, int at) {
            return at % 7 == 0;
        }
    },
    /** Between CR and LF, inside characters of several bytes, inside and right after the sizes of HTTP chunks. */
    SEAMS {
        @Override
        boolean after(byte[] bytes, int at) {
            boolean insideCharacter = (bytes[at + 1] & 0xC0) == 0x80;
            boolean afterFirstOfLine = at > 0 && bytes[at - 1] == '\n';
            return bytes[at] == '\r' || insideCharacter || afterFirstOfLine;
        }
    };

    /** Whether a write ends with the byte there; it is never the last one. */
    abstract boolean after(byte[] bytes, int at);

    List<byte[]> pieces(byte[] bytes) {
        List<byte[]> pieces = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < bytes.length - 1; at++) {
            if (after(bytes, at)) {
                pieces.add(Arrays.copyOfRange(bytes, from, at + 1));
                from = at + 1;
            }
        }
        pieces.add(Arrays.copyOfRange(bytes, from, bytes.length));
        return pieces;
    }
}
