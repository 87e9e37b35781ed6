#compdef adoube
# Completions of adoube for zsh. adoube itself gives the words.
_adoube() {
    local -a typed lines folders others
    local line value
    # A tilde of a name must not be quoted.
    if [[ $PREFIX == \~* || $PREFIX == --*=\~* ]]; then
        compset -P '--*='
        _files
        return
    fi
    # Without quotes; the last word may have an open one.
    typed=("${(@Q)words}")
    typed[CURRENT]=${(Q)PREFIX}
    lines=("${(@f)$(
        _CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((CURRENT - 1)) ADOUBE_COMPLETE=zsh adoube -- "${(@)typed[1,CURRENT]}" 2>/dev/null
    )}")
    for line in "${lines[@]}"; do
        value=${line%%:*}
        if [[ $value == */ ]]; then
            folders+=("${value%/}${line#$value}")
        elif [[ -n $line ]]; then
            others+=("$line")
        fi
    done
    # The order is that of adoube.
    (($#folders)) && _describe -V 'values' folders -S / -r /
    (($#others)) && _describe -V 'values' others
}
if [[ $funcstack[1] == _adoube ]]; then
    _adoube "$@"
else
    compdef _adoube adoube
fi
